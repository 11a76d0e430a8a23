import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepNetworksFresh } from '../../src/bots/networks/keep-networks-fresh.ts';
import { openNetworks, staleSince } from '../../src/bots/networks/known-networks.ts';
import { keepNetworks, newestNetworks, shippedNetworks } from '../../src/bots/networks/network-file.ts';
import { refreshNetworks } from '../../src/bots/networks/refresh-networks.ts';
import type { Log } from '../../src/log.ts';
import { createPrefixSet, parsePrefix } from '../../src/net/networks.ts';

const setOf = (...texts: string[]) =>
  createPrefixSet(
    texts.map((text) => {
      const prefix = parsePrefix(text);
      if ('problem' in prefix) throw new Error(prefix.problem);
      return prefix;
    }),
  );

describe('a set of networks', () => {
  // Few octets, so that networks and addresses meet.
  const octet = fc.constantFrom(0, 1, 10, 127, 128, 255);
  const four = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'));
  const group = fc.constantFrom('0', '1', '2001', 'db8', 'ffff', '8000');
  // IPv4-mapped ones have a test of their own: the list of Node takes them for two things at once.
  const six = fc
    .array(group, { minLength: 8, maxLength: 8 })
    .map((groups) => groups.join(':'))
    .filter((address) => !address.startsWith('0:0:0:0:0:'));

  it('holds what a list of networks holds, for IPv4 and IPv6', () => {
    const network = fc.oneof(
      fc.tuple(four, fc.integer({ min: 0, max: 32 })),
      fc.tuple(six, fc.integer({ min: 1, max: 128 })),
    );
    fc.assert(
      fc.property(
        fc.array(network, { maxLength: 12 }),
        fc.array(fc.oneof(four, six), { minLength: 1 }),
        (networks, addresses) => {
          const set = setOf(...networks.map(([address, length]) => `${address}/${length}`));
          const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');
          // One list for each family: the list of Node sees an IPv4 address in networks of IPv6 as well.
          const oracles = { ipv4: new BlockList(), ipv6: new BlockList() };
          for (const [address, length] of networks) {
            oracles[familyOf(address)].addSubnet(address, length, familyOf(address));
          }
          for (const address of addresses) {
            const family = familyOf(address);
            expect(set.has(address), address).toBe(oracles[family].check(address, family));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('takes an IPv4-mapped address for the IPv4 address that it is', () => {
    expect(setOf('192.0.2.0/24').has('::ffff:192.0.2.9')).toBe(true);
    expect(setOf('::ffff:192.0.2.0/120').has('192.0.2.9')).toBe(true);
  });

  it('holds nothing that is no address', () => {
    for (const text of ['', '192.0.2', '192.0.2.256', '192.0.2.01', 'host', '192.0.2.1/24', '1.2.3.4.5']) {
      expect(setOf('0.0.0.0/0', '::/0').has(text), text).toBe(false);
    }
  });
});

/** The bits of an address, by the spelling that URLs give it. */
function bitsOf(address: string): bigint {
  if (isIP(address) === 4) return address.split('.').reduce((bits, octet) => bits * 256n + BigInt(octet), 0n);
  const { hostname } = new URL(`http://[${address}]`);
  const [before = [], after] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const gap = after === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...gap, ...(after ?? [])].reduce(
    (bits, group) => bits * 65_536n + BigInt(`0x${group}`),
    0n,
  );
}

/** What `parsePrefix` should find, by other means; null for no network. */
function networkOf(text: string, length: number): { family: number; bits: bigint } | null {
  const isFour = isIP(text) === 4;
  if (isIP(text) === 0 || text.includes('%') || length > (isFour ? 32 : 128)) return null;
  const bits = bitsOf(text);
  const rest = (isFour ? 32n : 128n) - BigInt(length);
  const network = (bits >> rest) << rest;
  if (isFour || bits >> 32n !== 0xffffn) return { family: isFour ? 4 : 6, bits: network };
  return length < 96 ? null : { family: 4, bits: network & 0xffff_ffffn };
}

function read(text: string): { family: number; bits: bigint } | null {
  const prefix = parsePrefix(text);
  if ('problem' in prefix) return null;
  const bits = prefix.family === 4 ? BigInt(prefix.base) : (prefix.high << 64n) | prefix.low;
  return { family: prefix.family, bits };
}

describe('a network', () => {
  it.each([
    '192.0.2.1/33',
    '192.0.2.256/24',
    '192.0.02.1',
    '2001:db8::/129',
    '192.0.2.0/',
    '192.0.2.0/a',
    'shop',
    '',
    '::ffff:192.0.2.0/24',
    '1.2.3.4/8/8',
    'fe80::1%eth0',
  ])('is refused as %s, with the text in the message', (text) => {
    expect(parsePrefix(text)).toEqual({ problem: expect.stringContaining(text) });
  });

  it('is one exactly where Node.js sees an address and the prefix fits, and has the bits that URLs spell', () => {
    const piece = fc.constantFrom(...[...'0123456789aAfFgG:./% -'], '::', 'ffff', '255', '256', '::ffff:');
    const address = fc.oneof(
      { weight: 2, arbitrary: fc.ipV4() },
      { weight: 4, arbitrary: fc.ipV6() },
      fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join('')),
      fc
        .tuple(fc.ipV6(), fc.nat(40), piece)
        .map(([text, at, more]) => text.slice(0, at) + more + text.slice(at)),
    );
    fc.assert(
      fc.property(address, fc.integer({ min: 0, max: 130 }), (text, length) => {
        fc.pre(!text.includes('/') && text === text.trim());
        expect(read(`${text}/${length}`), text).toEqual(networkOf(text, length));
        const whole = isIP(text) === 4 ? 32 : 128;
        expect(read(text), text).toEqual(networkOf(text, whole));
      }),
      { numRuns: 3000 },
    );
  });

  it('has no bits beyond its prefix', () => {
    expect(parsePrefix('10.0.0.5/8')).toEqual(parsePrefix('10.0.0.0/8'));
    expect(parsePrefix('2001:db8::1/32')).toEqual(parsePrefix('2001:db8::/32'));
  });
});

describe('the networks that are shipped', () => {
  const file = shippedNetworks();
  const networks = openNetworks(file);
  const fresh = Date.parse(file.date);
  const late = fresh + 31 * 86_400_000;

  it('are dated, and every one of them can be read', () => {
    expect(file.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const { name, prefixes } of file.networks) {
      for (const text of prefixes.split(' ')) expect(parsePrefix(text), name).not.toHaveProperty('problem');
    }
  });

  it('never take an exit of iCloud Private Relay for a hosting company or a bot', () => {
    const relay = file.networks.find(({ name }) => name === 'iCloud Private Relay');
    for (const text of relay?.prefixes.split(' ') ?? []) {
      expect(networks.find(text.split('/')[0] as string).owner, text).toBeNull();
    }
  });

  it('tell Googlebot from who only says so, for as long as they are fresh', () => {
    const real = networks.find('66.249.66.1');
    const other = networks.find('198.51.100.7');
    expect(real.owner).toMatchObject({ name: 'Googlebot', kind: 'crawler' });
    expect([real.doubtOf('Googlebot', fresh), other.doubtOf('Googlebot', fresh)]).toEqual([null, 'spoofed']);
    expect([real.doubtOf('Googlebot', late), other.doubtOf('Googlebot', late)]).toEqual([
      null,
      'outdated_networks',
    ]);
    expect(other.doubtOf('ClaudeBot', fresh), 'whose networks nobody publishes').toBeNull();
  });

  it.each(['192.0.2.7', '198.51.100.7', '203.0.113.7', '2001:db8::7', '2002:c000:207::1'])(
    'hold nobody to be at %s, which is given to nobody or to everybody',
    (address) => {
      expect(networks.find(address).owner).toBeNull();
    },
  );

  it.each(['127.0.0.1', '10.1.2.3', '192.168.1.1', '100.64.0.1', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
    "say nothing of %s, from where a proxy of one's own passes on what came from anywhere",
    (address) => {
      const { owner, doubtOf } = networks.find(address);
      expect([owner, doubtOf('Googlebot', fresh)]).toEqual([null, null]);
    },
  );

  it('are called stale by the oldest day of those by which a crawler is verified', () => {
    expect(staleSince(file, fresh)).toBeNull();
    expect(staleSince(file, late)).toBe(file.date);
    const today = new Date(late).toISOString().slice(0, 10);
    const renewed = file.networks.map((owner) => ({ ...owner, date: today }));
    expect(staleSince({ ...file, networks: renewed }, late)).toBeNull();
    const [first, ...rest] = renewed;
    const oneIsOld = [{ ...first, date: '2026-01-01' } as (typeof renewed)[number], ...rest];
    expect(staleSince({ ...file, networks: oneIsOld }, late)).toBe('2026-01-01');
  });
});

describe('a refresh of the networks', () => {
  const current = {
    date: '2026-08-22',
    from: 'a test',
    networks: [
      { name: 'A', kind: 'crawler' as const, prefixes: '192.0.2.0/24' },
      { name: 'B', kind: 'crawler' as const, prefixes: '198.51.100.0/24' },
      { name: 'C', kind: 'hosting' as const, prefixes: '203.0.113.0/24' },
    ],
  };
  const sources = { A: ['https://a.example/a.json'], B: ['https://b.example/b.json'] };
  const answers: Record<string, () => Response> = {
    'https://a.example/a.json': () =>
      Response.json({
        creationTime: 'x',
        prefixes: [{ ipv4Prefix: '10.1.0.0/16' }, { ipv6Prefix: '2001:db8::/32' }],
      }),
    'https://b.example/b.json': () => new Response('gone', { status: 404 }),
  };
  const fetchIt = (async (address: string) => answers[address]?.()) as unknown as typeof fetch;

  it('takes what operators publish, and keeps the rest with its own date and the reason', async () => {
    const { file, failed } = await refreshNetworks(current, { fetch: fetchIt, today: '2026-11-21', sources });
    expect(file.networks).toEqual([
      { name: 'A', kind: 'crawler', date: '2026-11-21', prefixes: '10.1.0.0/16 2001:db8::/32' },
      { name: 'B', kind: 'crawler', date: '2026-08-22', prefixes: '198.51.100.0/24' },
      { name: 'C', kind: 'hosting', date: '2026-08-22', prefixes: '203.0.113.0/24' },
    ]);
    expect(failed).toEqual([{ name: 'B', error: 'https://b.example/b.json answered 404' }]);
  });

  it('keeps a list that lost more than half of its networks, unless somebody chose the source', async () => {
    const prefixes = Array.from({ length: 5 }, (_, index) => `192.0.${index}.0/24`).join(' ');
    const many = { ...current, networks: [{ name: 'A', kind: 'crawler' as const, prefixes }] };
    const means = { fetch: fetchIt, today: '2026-11-21', sources: { A: ['https://a.example/a.json'] } };
    const kept = await refreshNetworks(many, means);
    expect(kept.failed).toEqual([{ name: 'A', error: 'only 2 networks where there were 5' }]);
    expect(kept.file.networks[0]).toMatchObject({ date: '2026-08-22', prefixes });
    expect((await refreshNetworks(many, { ...means, mayShrink: true })).refreshed).toEqual(['A']);
  });
});

describe('networks that refresh themselves', () => {
  const HOUR_MS = 3_600_000;
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
  const START = Date.parse('2026-11-21T10:00:00Z');

  /** A collector's refresh with a clock of its own: what is due later runs when the clock is moved there. */
  function start(answer: (address: string) => Response) {
    const folder = mkdtempSync(join(tmpdir(), 'cvq-networks-'));
    folders.push(folder);
    const clock = { now: START };
    const lines: { told: Record<string, unknown>; text: string }[] = [];
    const due: { run: () => void; at: number }[] = [];
    let asked = 0;
    const stop = keepNetworksFresh({
      folder,
      log: {
        info: (told: Record<string, unknown>, text: string) => lines.push({ told, text }),
      } as unknown as Log,
      fetch: (async (address: string) => {
        asked += 1;
        return answer(address);
      }) as unknown as typeof fetch,
      now: () => clock.now,
      random: () => 0.5,
      later(run, ms) {
        due.push({ run, at: clock.now + ms });
        return () => due.splice(0);
      },
      sources: { Bingbot: ['https://bing.example/'], Googlebot: ['https://google.example/'] },
    });
    return {
      ...{ folder, lines, stop },
      asked: () => asked,
      /** Waits for what is due, and returns after how many hours it was. */
      async wait(): Promise<number> {
        const next = due.shift();
        if (next === undefined) throw new Error('nothing is due');
        const hours = (next.at - clock.now) / HOUR_MS;
        clock.now = next.at;
        next.run();
        await vi.waitFor(() => expect(due).toHaveLength(1));
        return hours;
      },
      isDue: () => due.length > 0,
    };
  }

  const bing =
    shippedNetworks()
      .networks.find(({ name }) => name === 'Bingbot')
      ?.prefixes.split(' ') ?? [];
  const good = (address: string) =>
    address.includes('bing')
      ? Response.json({ prefixes: [...bing, '203.0.113.0/24'] })
      : new Response('<!doctype html><title>Sign in</title>');

  it('are fetched within the hour after a start, then once a week, with one line in the log', async () => {
    const { wait, lines, folder, asked } = start(good);
    expect(await wait()).toBeLessThanOrEqual(1);
    expect(lines).toMatchObject([
      {
        told: { refreshed: ['Bingbot'], kept: ['Googlebot: https://google.example/ is not complete JSON'] },
        text: 'Networks of crawlers and clouds refreshed',
      },
    ]);
    const found = openNetworks(newestNetworks(folder));
    expect(found.find('203.0.113.7').owner).toMatchObject({ name: 'Bingbot' });
    expect(await wait(), 'a week and half a day').toBe(7.5 * 24);
    expect(asked()).toBe(4);
  });

  it('are asked for ever less often where nothing can be had, and stay as they were', async () => {
    const { wait, lines, folder } = start(() => new Response('<html>', { status: 200 }));
    const days: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) days.push(Math.floor((await wait()) / 24));
    expect(days).toEqual([0, 1, 2, 4, 7, 7]);
    expect(lines).toHaveLength(6);
    expect(lines[0]?.text).toMatch(/could not be refreshed.*CVQ_BOT_NETWORKS=off/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('wait a week from the last refresh, also when another program made it', async () => {
    const { wait, folder, asked } = start(good);
    keepNetworks(folder, { ...shippedNetworks(), date: '2026-11-21' });
    expect(await wait()).toBeLessThanOrEqual(1);
    expect(asked()).toBe(0);
    expect(await wait()).toBeGreaterThan(6 * 24);
  });

  it('are not asked for any more when the collector stops', () => {
    const { stop, isDue } = start(good);
    expect(isDue()).toBe(true);
    stop();
    expect(isDue()).toBe(false);
  });
});
