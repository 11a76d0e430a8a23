import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/builders/any-character.ts';
import type { ClientHints, ParsedClient } from '../../src/clients/client.ts';
import { createClientParser } from '../../src/clients/client-parser.ts';
import { parseClient } from '../../src/clients/parse-client.ts';
import { clientHintsOf } from '../../src/track/browser-requests.ts';
import clients from './clients.json' with { type: 'json' };
import hintedClients from './hinted-clients.json' with { type: 'json' };

type Word = string | null;
type Row = readonly [browser: Word, version: Word, os: Word, version: Word, type: Word];

const row = ({ browser, browserVersion, os, osVersion, deviceType }: ParsedClient): Row => [
  browser,
  browserVersion,
  os,
  osVersion,
  deviceType,
];

describe('parseClient', () => {
  it.each(clients)('$userAgent', ({ userAgent, client }) => {
    expect(row(parseClient({ userAgent }))).toEqual(client);
  });

  it.each(hintedClients)('$note', ({ userAgent, headers, touchPoints, client }) => {
    const hints = clientHintsOf(headers ?? {});
    expect(row(parseClient({ userAgent, hints, touchPoints }))).toEqual(client);
  });

  it.each([null, '', '-', 'x'])('knows nothing of %j', (userAgent) => {
    expect(new Set(row(parseClient({ userAgent })))).toEqual(new Set([null]));
  });

  it('reads no further than 512 characters', () => {
    const chrome =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';
    expect(parseClient({ userAgent: chrome.padEnd(10_000, ' iPad') })).toEqual(
      parseClient({ userAgent: chrome.padEnd(512, ' iPad') }),
    );
    expect(parseClient({ userAgent: chrome.padStart(10_000) }).browser).toBeNull();
  });

  const hostile: readonly [string, string][] = [
    ['one letter', 'a'.repeat(10_000)],
    ['spaces', ' '.repeat(10_000)],
    ['separators', '; '.repeat(5_000)],
    ['unclosed comments', 'Mozilla/5.0 (Linux; Android 10; '.repeat(320)],
    ['a model without an end', `Linux; Android 10; ${'x '.repeat(5_000)}`],
    ['a Windows without an end', `Windows ${'n'.repeat(10_000)}`],
    ['an HbbTV without an end', `HbbTV/1.1.1 (${'+ '.repeat(5_000)}`],
    ['versions', 'Version/1.'.repeat(1_000)],
    ['televisions', 'Tizen TV '.repeat(1_100)],
    ['quotes', '"'.repeat(10_000)],
    ['brands', '"a";v="1"'.repeat(1_100)],
    ['control characters', '\0\u001b'.repeat(5_000)],
    ['half characters', '\ud800'.repeat(10_000)],
  ];

  it.each(hostile)('takes at most a millisecond for 10 kB of %s', (_, text) => {
    const hints: ClientHints = { brands: text, fullVersionList: text, model: text, platformVersion: text };
    const times = Array.from({ length: 15 }, () => {
      const start = performance.now();
      parseClient({ userAgent: text, hints });
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(1);
  });

  it('never throws, and gives only short texts', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 700 }),
      fc
        .array(fc.constantFrom(...clients.flatMap(({ userAgent }) => userAgent.split(/(?<=[ ;/()])/))), {
          maxLength: 40,
        })
        .map((words) => words.join('')),
    );
    const hints = fc.record<ClientHints>(
      {
        brands: text,
        fullVersionList: text,
        mobile: text,
        model: text,
        platform: text,
        platformVersion: text,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(text, hints, fc.integer(), (userAgent, sent, touchPoints) => {
        for (const value of row(parseClient({ userAgent, hints: sent, touchPoints }))) {
          if (value === null) continue;
          expect(value.length).toBeGreaterThan(0);
          expect(value.length).toBeLessThanOrEqual(64);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a client parser', () => {
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.1 Safari/605.1.15';

  it('gives what parseClient gives, and the same object again', () => {
    const parse = createClientParser();
    for (const { userAgent } of clients) {
      const first = parse({ userAgent });
      expect(first).toEqual(parseClient({ userAgent }));
      expect(parse({ userAgent })).toBe(first);
    }
  });

  it('tells apart what differs in hints or touch only', () => {
    const parse = createClientParser();
    const all = [
      parse({ userAgent: mac }),
      parse({ userAgent: mac, touchPoints: 5 }),
      parse({ userAgent: mac, hints: { platform: '"macOS"', platformVersion: '"26.1.0"' } }),
    ];
    expect(all.map(({ os, osVersion }) => `${os} ${osVersion}`)).toEqual([
      'macOS 10.15.7',
      'iPadOS 26.1',
      'macOS 26.1',
    ]);
  });

  it('does not cache what no browser sends', () => {
    const parse = createClientParser();
    const userAgent = `${mac} ${'x'.repeat(2_000)}`;
    expect(parse({ userAgent })).not.toBe(parse({ userAgent }));
  });
});
