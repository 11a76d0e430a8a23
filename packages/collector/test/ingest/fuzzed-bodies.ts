import fc from 'fast-check';
import { anyCharacter } from '../../../../test/builders/any-character.ts';

type FuzzedPath = '/v1/track' | '/v1/track/batch' | '/v1/events';
export type Fuzzed = { readonly path: FuzzedPath; readonly body: string };

/** Stands for the tracking key and for a new id, which only the test knows. */
export const KEY = '@KEY@';
export const ID = '@ID@';

const SERVER_EVENT = {
  event_type: 'purchase',
  timestamp: '2026-11-21T09:59:00+01:00',
  session_id: 'session-1',
  user_id: 'customer-1042',
  event_id: ID,
  properties: {
    order_id: 'A-1001',
    value: 129.9,
    currency: 'eur',
    items: [{ sku: 'TEAPOT-1', name: 'Teapot', price: 129.9, quantity: 1 }],
    note: 'Grüße 👋 \\ " \u2028',
  },
  user_data: { email: 'ada@example.com', phone: '+4915112345678', country: 'DE' },
  context: {
    ip: '203.0.113.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    page_url: 'https://shop.example/thank-you?utm_source=google&gclid=x#done',
    referrer: 'https://www.google.com/',
    gclid: 'gclid-1',
    plan: { tier: 3 },
  },
};

const BROWSER_EVENT = {
  id: ID,
  event_type: 'pageview',
  timestamp: '2026-11-21T09:59:00.120Z',
  conversion: null,
  properties: { variant: ['a', 'b'], depth: { of: { things: true } } },
  user_data: { email: 'ada@example.com' },
  context: { page_url: '/teapots', referrer: '', title: 'Teapots', language: 'de-DE', screen: '1440x900' },
};

const BROWSER_BATCH = {
  key: KEY,
  visitor_id: 'visitor-1',
  session_id: 'session-1',
  user_id: null,
  sdk: '1.0.0',
  consent: { ads: true },
  signals: ['webdriver'],
  touch: { first: { source: 'google', at: '2026-11-01T00:00:00Z' } },
  click_ids: { gclid: { value: 'x', at: '2026-11-01T00:00:00Z' } },
  events: [BROWSER_EVENT, { ...BROWSER_EVENT, event_type: 'lead' }],
};

const REAL: readonly { path: FuzzedPath; value: unknown }[] = [
  { path: '/v1/track', value: SERVER_EVENT },
  { path: '/v1/track', value: { event_type: 'lead' } },
  { path: '/v1/track/batch', value: { events: [SERVER_EVENT, { event_type: 'lead', event_id: ID }] } },
  { path: '/v1/events', value: BROWSER_BATCH },
  { path: '/v1/events', value: { key: KEY, events: [BROWSER_EVENT] } },
];

/** Text that programs stumble over. */
const NASTY_TEXT = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\ud800',
  '__proto__',
  'constructor',
  'toString',
  '\u2028',
  '🏳️‍🌈',
  "'; DROP TABLE events; --",
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59Z',
  'evt_9999999999999_z',
  'x'.repeat(300),
  'x'.repeat(9000),
);
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ maxLength: 20 }),
  NASTY_TEXT,
);
const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(-0, 1e308, 5e-324, 2 ** 53 + 1, 1e13, 900e9),
);
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    number,
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
})).value;

/** Any JSON at all. */
const anyJson = fc.record({
  path: fc.constantFrom<FuzzedPath>('/v1/track', '/v1/track/batch', '/v1/events'),
  body: anything.map((value) => JSON.stringify(value)),
});

/** A real body with something else in one or more of its places. */
const otherInPlace = fc
  .tuple(fc.constantFrom(...REAL), fc.array(fc.tuple(fc.nat(), anything), { minLength: 1, maxLength: 3 }))
  .map(([{ path, value }, changes]) => {
    const changed: unknown = structuredClone(value);
    for (const [place, other] of changes) putAt(changed, place, other);
    return { path, body: JSON.stringify(changed) };
  });

/** Put a value at one of the places of a tree, or leave it out where the value is `true`. */
function putAt(root: unknown, place: number, other: unknown): void {
  const places: [Record<string, unknown>, string][] = [];
  const walk = (node: unknown) => {
    if (node === null || typeof node !== 'object') return;
    for (const [name, value] of Object.entries(node)) {
      places.push([node as Record<string, unknown>, name]);
      walk(value);
    }
  };
  walk(root);
  const [node, name] = places[place % places.length] ?? [{}, ''];
  if (other === true) delete node[name];
  else node[name] = other;
}

/** What a broken program or a line with noise makes of a text. */
const TOKENS = [
  'null',
  'true',
  '1e999',
  '-',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '"',
  '\\u0000',
  '\\ud800',
  '{"__proto__":1}',
  '\ufeff',
  '['.repeat(40),
  '1'.repeat(400),
  'NaN',
  '/* */',
  "'",
];
type Damage =
  | { readonly kind: 'insert'; readonly at: number; readonly token: string }
  | { readonly kind: 'cut' | 'repeat'; readonly at: number; readonly length: number }
  | { readonly kind: 'end'; readonly at: number };
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), token: fc.constantFrom(...TOKENS) }),
  fc.record({ kind: fc.constantFrom('cut' as const, 'repeat' as const), at: fc.nat(), length: fc.nat(30) }),
  fc.record({ kind: fc.constant('end' as const), at: fc.nat() }),
);
const damaged = fc
  .tuple(fc.constantFrom(...REAL), fc.array(damage, { minLength: 1, maxLength: 3 }))
  .map(([{ path, value }, damages]) => ({ path, body: damages.reduce(apply, JSON.stringify(value)) }));

function apply(body: string, change: Damage): string {
  const at = body.length === 0 ? 0 : change.at % body.length;
  if (change.kind === 'insert') return body.slice(0, at) + change.token + body.slice(at);
  if (change.kind === 'end') return body.slice(0, at);
  const piece = body.slice(at, at + change.length);
  return change.kind === 'cut'
    ? body.slice(0, at) + body.slice(at + change.length)
    : body.slice(0, at) + piece + body.slice(at);
}

/** A body that is right in form, and strange in all that a sender may choose. */
const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
const rightInForm = fc
  .record(
    {
      event_type: words,
      user_id: words,
      session_id: words,
      properties: fc.dictionary(words, anything, { maxKeys: 5 }),
    },
    { requiredKeys: ['event_type'] },
  )
  .chain((event) =>
    fc.constantFrom<Fuzzed>(
      { path: '/v1/track', body: JSON.stringify({ ...event, event_id: ID }) },
      { path: '/v1/track/batch', body: JSON.stringify({ events: [event, { ...event, event_id: ID }] }) },
      {
        path: '/v1/events',
        body: JSON.stringify({
          key: KEY,
          events: [{ id: ID, event_type: event.event_type, properties: event.properties ?? null }],
        }),
      },
    ),
  );

export const fuzzedBody: fc.Arbitrary<Fuzzed> = fc.oneof(
  { arbitrary: anyJson, weight: 1 },
  { arbitrary: otherInPlace, weight: 4 },
  { arbitrary: damaged, weight: 3 },
  { arbitrary: rightInForm, weight: 3 },
);
