import { redact, withoutClickIds } from '@cvq/contract/redact';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../test/builders/seeded-random.ts';
import { splitPageUrl } from '../../src/net/split-page-url.ts';
import { storable, withoutUnnamedSecrets } from '../../src/privacy/storable.ts';

/** What is cut somewhere or nowhere, by itself or by the name that it has. */
const WORDS = [
  ...[
    '',
    'Dawn teapot',
    'a',
    '1-2.3, four',
    'eyJhbGciOi.JI',
    'eyJhbGciOiJI.zz',
    'xoxb-1234567890',
    'AKIA',
    'x@y.de',
  ],
  ...[
    'ada@example.com',
    'https://shop.example/?email=ada%40example.com',
    'https://shop.example/cart',
    '/cart?token=1',
  ],
  ...[
    '?sid=12345678901234567',
    'react@18.2',
    'password=1',
    'srv_0123456789abcdefABCD',
    '.',
    '#gclid=x',
    'utm_id=eyJ',
  ],
];
const NAMES = [
  'name',
  'items',
  'order_id',
  'gclid',
  'last_gclid',
  'utm_source',
  'who@where.de',
  'email',
  'url',
];
const PROJECTS = [null, [], ['kundennummer']].map((redactedNames) => ({ redactedNames }));
const CONSENTS = [{ clickIds: true }, { clickIds: false }];

describe('what may be stored of what was sent', () => {
  it('is the same of properties whether they are looked at as a whole or member by member', () => {
    const random = seededRandom(7);
    const anything = (depth: number): unknown => {
      if (depth > 2 || random.chance(0.6)) return random.pick([...WORDS, 12, true, null]);
      if (random.chance(0.3)) return [anything(depth + 1), anything(depth + 1)];
      return members(depth);
    };
    const members = (depth: number): Record<string, unknown> =>
      Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [random.pick(NAMES), anything(depth + 1)]),
      );
    for (let round = 0; round < 3_000; round += 1) {
      const sent = members(0);
      for (const project of PROJECTS) {
        for (const consent of CONSENTS) {
          const { properties } = storable(project, consent);
          // What is to be cut beside them makes each of them be looked at by itself.
          const { probe: _, ...kept } = properties({ ...sent, probe: 'https://x.de/?password=secret' });
          expect(properties(sent)).toEqual(project.redactedNames === null ? properties(sent) : kept);
        }
      }
    }
  });

  it('is the same object where nothing is cut from properties', () => {
    const sent = { product: 'TEA-1', items: [{ sku: 'TEA-1', name: 'Dawn teapot', price: 64.95 }] };
    expect(storable({ redactedNames: [] }, { clickIds: true }).properties(sent)).toBe(sent);
  });

  it('is the same of a text and an address the second time, and another for another project', () => {
    const address = 'https://shop.example/?kundennummer=12345&page=2';
    const [plain, cutting] = [{ redactedNames: [] }, { redactedNames: ['kundennummer'] }];
    const cut = 'https://shop.example/?kundennummer=(redacted)&page=2';
    for (const _ of [1, 2]) {
      for (const [project, expected] of [[plain, address] as const, [cutting, cut] as const]) {
        const { text, page } = storable(project, { clickIds: true });
        expect(text(address)).toBe(expected);
        expect(page(address)).toEqual({ seen: splitPageUrl(address), stored: splitPageUrl(expected) });
      }
    }
  });

  it('is without click ids where they are not allowed, also after it was asked with them', () => {
    const project = { redactedNames: [] };
    const address = 'https://shop.example/?gclid=abc&page=2';
    expect(storable(project, { clickIds: true }).text(address)).toBe(address);
    expect(storable(project, { clickIds: false }).text(address)).toBe('https://shop.example/?page=2');
    expect(storable(project, { clickIds: true }).text(address)).toBe(address);
  });

  it('is the whole of every short text of plain words, in which no rule finds anything', () => {
    const random = seededRandom(11);
    const alphabet = [...'abzAKIXZ0189_-., '];
    for (let round = 0; round < 5_000; round += 1) {
      const sent = Array.from({ length: random.below(13) }, () => random.pick(alphabet)).join('');
      expect(storable({ redactedNames: ['a', 'b'] }, { clickIds: false }).text(sent)).toBe(sent || null);
      expect(withoutUnnamedSecrets(redact(withoutClickIds(sent), ['a', 'b']))).toBe(sent);
    }
  });
});
