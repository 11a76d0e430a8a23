import { MAX_REQUEST_BYTES, TRACK_REQUESTS_PER_MINUTE } from '@cvq/contract';
import { expect, it } from 'vitest';
import { type Rule, testRules } from './rule.ts';
import { DAY_MS, startWorld } from './world.ts';

// The section "Limits" of the specification. Keys per plan are in `reach/`; webhook attempts come with webhooks.
const { collector, second, serverKey, both, get, post, addConversion } = await startWorld();

const days = (count: number, last = '2026-11-20') => {
  const first = new Date(Date.parse(last) - (count - 1) * DAY_MS).toISOString().slice(0, 10);
  return `start_date=${first}&end_date=${last}`;
};
const kolkata = (query: string) =>
  get(`/v1/analytics/overview?project=${second.project}&${query}`, both.token);
const body = (bytes: number) => {
  const start = '{"event_type":"ping","properties":{"text":"';
  return `${start}${'a'.repeat(bytes - start.length - 3)}"}}`;
};
const sized = (bytes: number) => ({
  ...post('/v1/track', undefined, serverKey),
  headers: { 'Content-Type': 'application/json' },
  body: body(bytes),
});
const retry = async (daysAgo: number, platform: string, context?: Record<string, string>) =>
  post(`/v1/conversions/${await addConversion(daysAgo, context)}/retry`, { platform });

const RULES: readonly Rule[] = [
  ['a request of 1 MB is tracked', sized(MAX_REQUEST_BYTES), {}],
  ['a larger one is refused', sized(MAX_REQUEST_BYTES + 1), { status: 400 }],
  ['a range has up to 400 days', get(`/v1/analytics/overview?${days(400)}`), {}],
  ['and no 401', get(`/v1/analytics/overview?${days(401)}`), { code: 'invalid_range' }],
  ['a range in a half-hour timezone has up to 90 days', kolkata(days(90)), {}],
  ['and no 91', kolkata(days(91)), { code: 'invalid_range' }],
  ['hours are for up to 7 days', get(`/v1/analytics/timeseries?granularity=hour&${days(7)}`), {}],
  ['and not for 8', get(`/v1/analytics/timeseries?granularity=hour&${days(8)}`), { code: 'invalid_range' }],
  ['conversions are paged up to 2000 rows', get('/v1/conversions?offset=1950&limit=50'), {}],
  ['and no further', get('/v1/conversions?offset=2000'), { code: 'invalid_request' }],
  ...(['google_ads', 'microsoft_ads'] as const).flatMap((platform): Rule[] => [
    [`${platform} takes a retry up to 90 days`, () => retry(89, platform), { code: 'invalid_request' }],
    [`${platform} takes none after 90 days`, () => retry(91, platform), { code: 'outside_retry_window' }],
  ]),
  [
    'the social ad platform takes a retry up to 7 days',
    () => retry(6, 'meta_ads'),
    { code: 'invalid_request' },
  ],
  [
    'the social ad platform takes none after 7 days',
    () => retry(8, 'meta_ads'),
    { code: 'outside_retry_window' },
  ],
];

testRules(collector, RULES);

it(`a server key makes ${TRACK_REQUESTS_PER_MINUTE} requests a minute`, async () => {
  collector.clock.now += 60_000;
  const call = post('/v1/track', {}, serverKey);
  for (let made = 0; made < TRACK_REQUESTS_PER_MINUTE; made += 1) {
    expect((await collector.client.send(call)).status).toBe(400);
  }
  expect((await collector.client.send(call)).status).toBe(429);
});
