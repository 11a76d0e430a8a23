import type { Bot, Client, EventFacts, EventRecord, Money, Page, Touch, Visitor } from '@cvq/storage';
import fc from 'fast-check';
import { anyCharacter } from './any-character.ts';

/** Any text that UTF-8 can carry, except for NUL, which the collector refuses. */
const text = fc
  .string({ unit: anyCharacter, maxLength: 20 })
  .filter((candidate) => !candidate.includes('\0') && candidate.isWellFormed());
const maybe = fc.option(text);
/** Ids of visitors, of which stores may keep some in another way than texts. */
const visitorId = fc.oneof(text, fc.stringMatching(/^[0-9_.-]{1,40}$/));
const epochMs = fc.integer({ min: 0, max: 9_999_999_999_999 });

const page = fc.oneof(
  fc
    .tuple(fc.webAuthority(), fc.webPath(), text)
    .map<Page>(([hostname, path, suffix]) => ({ url: `https://${hostname}${path}`, suffix, hostname, path })),
  fc
    .tuple(text, text)
    .map<Page>(([url, suffix]) => ({ url: `about:${url}`, suffix, hostname: null, path: null })),
);

const client = fc.record<Client>({
  userAgent: maybe,
  language: maybe,
  screen: maybe,
  browser: maybe,
  browserVersion: maybe,
  os: maybe,
  osVersion: maybe,
  device: maybe,
  country: maybe,
  region: maybe,
  city: maybe,
});

const touch = fc.record<Touch>({
  isTouch: fc.boolean(),
  channel: text,
  source: text,
  medium: text,
  campaign: text,
  term: text,
  content: text,
  adPlatform: text,
  referrer: text,
  campaignId: maybe,
});

const bot = fc.record<Bot>({
  category: fc.constantFrom('search_engine', 'ai_crawler', 'monitoring', 'social_media', 'other'),
  name: text,
  score: fc.nat(1000),
  reasons: fc.array(text, { maxLength: 3 }),
  isFiltered: fc.boolean(),
});

const json = fc.dictionary(text, fc.jsonValue({ stringUnit: anyCharacter }), { maxKeys: 4 }).map(asJson);
const clickIds = fc.dictionary(text, text, { maxKeys: 3 }).map(asJson);

const conversion = fc.record({
  orderId: maybe,
  amount: fc.option(
    fc.record<Money>({ minor: fc.maxSafeInteger(), currency: fc.constantFrom('EUR', 'KWD') }),
  ),
});

const answer = fc.constantFrom<'granted' | 'denied'>('granted', 'denied');
const facts = fc.record<EventFacts>({
  sdk: maybe,
  consent: fc.option(
    fc.record(
      { analytics_storage: answer, ad_storage: answer, ad_user_data: answer, ad_personalization: answer },
      { requiredKeys: [] },
    ),
  ),
  gpc: fc.boolean(),
  clicks: fc.option(
    fc.dictionary(fc.constantFrom('gclid', 'fbclid'), fc.record({ value: text, at: fc.option(epochMs) }), {
      noNullPrototype: true,
    }),
  ),
});

/** Events with anything in every field that is read back. Their ids are unique. */
export const anyEvents = fc.uniqueArray<EventRecord, string>(
  fc.record<EventRecord>({
    project: fc.constant('proj_any'),
    id: fc.record({ ms: epochMs, suffix: fc.stringMatching(/^[A-Za-z0-9]{1,32}$/) }),
    at: epochMs,
    receivedAt: epochMs,
    origin: fc.constantFrom('browser', 'server', 'pixel'),
    exclusion: fc.constantFrom(null, 'no_javascript', 'foreign_host', 'user_update', 'local_page'),
    bot: fc.option(bot),
    type: text,
    sessionId: maybe,
    visitor: fc.option(fc.record<Visitor>({ id: visitorId, source: fc.constantFrom('sdk', 'user', 'hash') })),
    userId: maybe,
    page: fc.option(page),
    title: maybe,
    referrer: maybe,
    client,
    touch: fc.option(touch),
    clickIds: fc.option(clickIds),
    conversion: fc.option(conversion),
    properties: json,
    facts,
    extras: json,
    sealedUserData: fc.constant(null),
    idempotency: fc.constant(null),
  }),
  { minLength: 1, maxLength: 8, selector: ({ id }) => `${id.ms}_${id.suffix}` },
);

/** The value as JSON has it: without negative zero. */
function asJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
