import { describe, expect } from 'vitest';
import { EVENT_ID } from '../collector.ts';
import { type Rule, testRules } from './rule.ts';
import { startWorld } from './world.ts';

// The section "Endpoints" of the specification. Rows about effects at ad platforms come with the ad platforms, rows
// about the MCP server with that server.
const { collector, project, second, serverKey, everything, both, get, post, addConversion } =
  await startWorld();

const track = (json: unknown) => post('/v1/track', json, serverKey);
const event = { event_type: 'ping' };
const list = (count: number) => Array.from({ length: count }, () => event);

const RULES: Record<string, readonly Rule[]> = {
  'all paths': [
    [
      'a POST body that is not JSON is an invalid request',
      {
        ...post('/v1/conversions/conv_1795255200000_x/retry', undefined),
        headers: { 'Content-Type': 'application/json' },
        body: '{',
      },
      { code: 'invalid_request' },
    ],
    [
      'a POST without Content-Type: application/json is an invalid request',
      {
        ...post('/v1/conversions/conv_1795255200000_x/retry', undefined),
        headers: { 'Content-Type': 'text/plain' },
        body: '{}',
      },
      { code: 'invalid_request' },
    ],
  ],
  'GET /v1/me': [
    [
      'needs no scope, and tells name, scopes and projects, each with its domain',
      get('/v1/me'),
      {
        body: {
          data: {
            name: 'Everything',
            scopes: expect.arrayContaining(['spend:read']),
            projects: [expect.objectContaining({ domain: 'shop.example' })],
          },
        },
      },
    ],
  ],
  'POST /v1/track': [
    [
      'a success has the event id',
      track(event),
      { body: { success: true, event_id: expect.stringMatching(EVENT_ID) } },
    ],
    [
      'a failure has a message',
      track({}),
      { status: 400, body: { success: false, error: expect.any(String) } },
    ],
    [
      'takes application/json',
      { ...track(undefined), body: '{}', headers: { 'Content-Type': 'text/plain' } },
      {
        status: 400,
      },
    ],
  ],
  'POST /v1/track/batch': [
    ['takes 100 events', post('/v1/track/batch', { events: list(100) }, serverKey), { status: 200 }],
    ['takes no 101', post('/v1/track/batch', { events: list(101) }, serverKey), { status: 400 }],
  ],
  'GET /v1/analytics/bots': [
    [
      'takes date_from, and answers three fields at the top level',
      get('/v1/analytics/bots?date_from=2026-11-01'),
      {
        body: {
          total_bot_requests: expect.any(Number),
          by_category: { search_engine: 0, ai_crawler: 0, monitoring: 0, other: expect.any(Number) },
          top_bots: expect.any(Array),
        },
      },
    ],
    ['date_from is YYYY-MM-DD', get('/v1/analytics/bots?date_from=1.11.2026'), { code: 'invalid_range' }],
  ],
  'named operations': [
    [
      'list_projects tells tracking health, currency and timezone',
      get('/v1/projects'),
      {
        body: {
          data: [
            expect.objectContaining({
              tracking_health: expect.any(Object),
              currency: 'EUR',
              timezone: 'UTC',
            }),
          ],
          meta: { total_rows: 1 },
        },
      },
    ],
    ...['overview', 'timeseries', 'breakdown?dimension=source'].flatMap((path): Rule[] => [
      [
        `${path} succeeds without spend:read and says why spend is absent`,
        async () => {
          const { token } = await collector.addKey({ projects: [project] });
          return get(`/v1/analytics/${path}`, token);
        },
        {
          body: expect.objectContaining({
            data: expect.objectContaining({ spend_omitted_reason: expect.any(String) }),
          }),
        },
      ],
      [
        `${path} says why spend is null without an integration`,
        get(`/v1/analytics/${path}`),
        {
          body: expect.objectContaining({
            data: expect.objectContaining({ spend_unavailable_reason: expect.any(String) }),
          }),
        },
      ],
    ]),
    [
      'get_spend is available: false with a reason without an integration',
      get('/v1/analytics/spend'),
      {
        body: expect.objectContaining({
          data: expect.objectContaining({ available: false, reason: expect.any(String) }),
        }),
      },
    ],
    ['list_conversions pages up to 2000 rows', get('/v1/conversions?offset=1999'), { status: 200 }],
    [
      'list_conversions paged past 2000 rows is an invalid request',
      get('/v1/conversions?offset=2000'),
      {
        code: 'invalid_request',
      },
    ],
    [
      'get_conversion finds one within its lookback_days',
      async () => get(`/v1/conversions/${await addConversion(6)}?lookback_days=7`),
      {},
    ],
    [
      'get_conversion finds none that is older',
      async () => get(`/v1/conversions/${await addConversion(8)}?lookback_days=7`),
      { code: 'not_found' },
    ],
    [
      'retry_delivery by another method is an invalid request',
      async () => get(`/v1/conversions/${await addConversion(1)}/retry`),
      {
        code: 'invalid_request',
        headers: { allow: 'POST' },
      },
    ],
    [
      'retry_delivery of a conversion that is too old is outside the window',
      async () => post(`/v1/conversions/${await addConversion(91)}/retry`, {}),
      { code: 'outside_retry_window' },
    ],
  ],
  'common parameters': [
    ['project may be omitted when one is visible', get('/v1/analytics/overview'), {}],
    [
      'project may not be omitted when several are visible',
      get('/v1/analytics/overview', both.token),
      {
        code: 'invalid_request',
        details: {
          available_projects: [
            expect.objectContaining({ id: project }),
            expect.objectContaining({ id: second.project }),
          ],
        },
      },
    ],
    [
      'start_date comes with end_date',
      get('/v1/analytics/overview?start_date=2026-11-01'),
      { code: 'invalid_range' },
    ],
    [
      'end_date comes with start_date',
      get('/v1/analytics/overview?end_date=2026-11-01'),
      { code: 'invalid_range' },
    ],
    [
      'an unknown preset is refused',
      get('/v1/analytics/overview?range=fortnight'),
      { code: 'invalid_range' },
    ],
    [
      'hours over more than 7 days are refused',
      get('/v1/analytics/timeseries?granularity=hour&range=14d'),
      { code: 'invalid_range' },
    ],
    [
      'a proj_ identifier names a project in a path',
      get(`/v1/projects/${project}/analytics/overview`, everything.token),
      {},
    ],
  ],
};

describe.each(Object.entries(RULES))('%s', (_section, rules) => testRules(collector, rules));
