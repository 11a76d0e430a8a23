import { SCOPES } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '../../src/access/caller.ts';
import { fromQuery } from '../../src/read/arguments/from-query.ts';
import { operations } from '../../src/read/operations.ts';
import { runOperation } from '../../src/read/run-operation.ts';
import { startTestCollector } from '../collector.ts';
import { readDepsOf } from './read-deps.ts';

const collector = await startTestCollector();
const { client, clock, project, serverKey } = collector;
const key = await collector.addKey({ scopes: [...SCOPES], projects: 'all' });

const deps = readDepsOf(collector);
const { signal } = new AbortController();
const caller: Caller = {
  id: key.id,
  account: 'acc_1',
  name: 'Reports',
  scopes: SCOPES,
  granted: SCOPES,
  plan: 'starter',
  isAgencyWide: false,
  principal: { kind: 'key', keyId: key.id },
};

const sold = [
  { event_type: 'pageview', user_id: 'u-1', context: { page_url: 'https://shop.example/a' } },
  { event_type: 'purchase', user_id: 'u-1', properties: { order_id: 'r-1', value: 5, plan: 'a|b' } },
  { event_type: 'pageview', user_id: 'u-2', context: { page_url: 'https://shop.example/b' } },
];
const ids: string[] = [];
for (const json of sold) {
  clock.now += 1000;
  const { body } = await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
  ids.push((body as { event_id: string }).event_id);
}
const purchase = ids[1] ?? '';

const FROM_MCP = { surface: 'mcp', network: null, requestId: null } as const;

function nameOf(name: string) {
  const operation = operations.find((known) => known.name === name);
  if (operation === undefined) throw new Error(`There is no operation ${name}`);
  return operation;
}

/** What an operation answers to an object of arguments, or the refusal, as REST would say it. */
async function runWith(name: string, value: unknown, as: Caller = caller): Promise<unknown> {
  try {
    // As a surface would send it.
    return JSON.parse(
      JSON.stringify(
        await runOperation(
          nameOf(name),
          { from: 'object', value },
          { caller: as, from: FROM_MCP, deps, signal },
        ),
      ),
    );
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details?: unknown };
    return { code, message, ...(details !== undefined && { details }) };
  }
}

async function ask(name: string, query: string): Promise<unknown> {
  const { method, path } = nameOf(name);
  const at = path.replace('{project}', project).replace('{id}', purchase);
  const json = method === 'POST' ? { platform: 'google_ads' } : undefined;
  const { body } = await client.send({ method, path: `${at}?${query}`, bearer: key.token, json });
  const { error } = body as { error?: { code: string; message: string; details?: unknown } };
  if (error === undefined) return body;
  return {
    code: error.code,
    message: error.message,
    ...(error.details !== undefined && { details: error.details }),
  };
}

const period = { start_date: '2026-11-20', end_date: '2026-11-21' };
const dates = 'start_date=2026-11-20&end_date=2026-11-21';

const SAME: readonly [name: string, args: Record<string, unknown>, query: string][] = [
  ['get_me', {}, ''],
  ['list_projects', {}, ''],
  ['list_projects', { limit: 1, offset: 0 }, 'limit=1&offset=0'],
  ['get_project', { project }, ''],
  ['list_project_figures', { range: '7d', compare: 'previous_period' }, 'range=7d&compare=previous_period'],
  ['get_overview', { project, range: '7d', compare: 'previous_period' }, 'range=7d&compare=previous_period'],
  [
    'get_overview',
    { ...period, filter: [{ dimension: 'property:plan', operator: 'is', values: ['a|b', 'c'] }] },
    `${dates}&filter=${encodeURIComponent(String.raw`property:plan:is:a\|b|c`)}`,
  ],
  ['get_overview', { filter: ['page:is:/a'], bots: 'included' }, 'filter=page:is:/a&bots=included'],
  ['get_timeseries', { ...period, granularity: 'hour' }, `${dates}&granularity=hour`],
  [
    'get_breakdown',
    { dimension: 'page', limit: 1, offset: 1, sort: '-pageviews' },
    'dimension=page&limit=1&offset=01&sort=-pageviews',
  ],
  [
    'get_breakdown',
    { dimension: 'page', trend: true, compare: 'previous_period' },
    'dimension=page&trend=true&compare=previous_period',
  ],
  [
    'get_funnel',
    { event_types: ['pageview', ' purchase'], window_days: 3 },
    'event_types=pageview,%20purchase&window_days=3',
  ],
  [
    'get_funnel',
    { event_types: 'pageview,purchase', scope: 'session' },
    'event_types=pageview,purchase&scope=session',
  ],
  [
    'get_report',
    { range: '7d', breakdown: ['source:3', 'page'] },
    'range=7d&breakdown=source:3&breakdown=page',
  ],
  ['get_spend', { range: 'mtd', limit: 3, offset: 1 }, 'range=mtd&limit=3&offset=1'],
  ['get_overview', { segment: 'seg_none' }, 'segment=seg_none'],
  ['list_annotations', { project }, `project=${project}`],
  ['list_segments', {}, ''],
  [
    'list_conversions',
    { event_type: 'purchase', limit: 10, sort: 'timestamp' },
    'event_type=purchase&limit=10&sort=timestamp',
  ],
  [
    'list_conversions',
    { kind: 'duplicate', order_id: 'A-1', delivery_state: 'skipped', delivery_reason: 'no_consent' },
    'kind=duplicate&order_id=A-1&delivery_state=skipped&delivery_reason=no_consent',
  ],
  ['list_conversions', { detail: 'brief', limit: 3 }, 'detail=brief&limit=3'],
  ['get_conversion', { id: purchase, lookback_days: 400 }, 'lookback_days=400'],
  ['get_journey', { id: purchase, lookback_days: 400 }, 'lookback_days=400'],
  ['get_deliveries', { ...period }, dates],
  ['list_events', { ...period, state: 'counted', limit: 2 }, `${dates}&state=counted&limit=2`],
  ['list_properties', { ...period, event_type: 'purchase' }, `${dates}&event_type=purchase`],
  ['get_live', { project, limit: 3 }, 'limit=3'],
  ['list_refusals', { project }, ''],
  ['retry_delivery', { id: purchase, platform: 'google_ads' }, ''],
  ['get_bots', { date_from: '2026-11-01' }, 'date_from=2026-11-01'],
  [
    'get_bots',
    { granularity: 'day', breakdown: ['reason:3', 'page'], category: 'other' },
    'granularity=day&breakdown=reason:3&breakdown=page&category=other',
  ],
  // What an operation refuses once it is known that the caller may ask.
  ['get_overview', { range: 'fortnight' }, 'range=fortnight'],
  [
    'get_overview',
    { start_date: '2026-02-30', end_date: '2026-03-01' },
    'start_date=2026-02-30&end_date=2026-03-01',
  ],
  ['get_bots', { date_from: 'monday' }, 'date_from=monday'],
  ['get_breakdown', { dimension: 'colour' }, 'dimension=colour'],
  ['list_conversions', { offset: 2000 }, 'offset=2000'],
  ['get_funnel', { event_types: ['a', 'a'] }, 'event_types=a,a'],
  // And for its form.
  ['get_breakdown', {}, ''],
];

describe('an operation', () => {
  it('has an example of typed arguments here', () => {
    expect(new Set(SAME.map(([name]) => name))).toEqual(new Set(operations.map(({ name }) => name)));
  });

  it.each(SAME)('%s answers to %j what REST answers to the same in a query', async (name, args, query) => {
    expect(await runWith(name, args)).toEqual(await ask(name, query));
  });
});

describe('typed arguments', () => {
  it.each<[name: string, args: unknown, field: string, message: string]>([
    ['list_conversions', { limit: '5' }, 'limit', 'must be a whole number from 1 to 200, and no text'],
    ['list_conversions', { limit: 5.5 }, 'limit', 'must be a whole number from 1 to 200'],
    ['list_conversions', { project: 7 }, 'project', 'must be a string, not a number'],
    [
      'get_overview',
      { colour: 'red' },
      'colour',
      'is not a known argument; known are: bots, compare, compare_end_date, compare_start_date, compare_until, ' +
        'end_date, filter, match, project, range, segment, start_date',
    ],
    ['get_overview', { filter: 7 }, 'filter', 'must be an array, not a number'],
    [
      'get_overview',
      { filter: [{ dimension: 'page', operator: 'is' }] },
      'filter[0].values',
      'must name at least one for is',
    ],
    ['get_overview', { filter: [7] }, 'filter[0]', 'must be an object, not a number'],
    ['get_overview', 'range=7d', 'body', 'must be an object, not a string'],
    ['get_me', { project }, 'project', 'is not a known argument; known are: none'],
    ['get_conversion', {}, 'id', 'is required and must be a string'],
    [
      'get_overview',
      { filter: [{ dimension: 'page', operator: 'eq', values: ['/'] }] },
      'filter[0].operator',
      'must be one of is, is_not, contains, contains_not, gt, lt, is_set, not_set',
    ],
  ])('%s refuses %j', async (name, args, field, message) => {
    expect(await runWith(name, args)).toEqual({
      code: 'invalid_request',
      message: `${field} ${message}.`,
      details: { fields: [{ field, message }] },
    });
  });

  it.each<[name: string, args: Record<string, unknown>, code: string]>([
    ['get_overview', { range: 'fortnight' }, 'invalid_range'],
    ['get_overview', { start_date: '1.1.2026', end_date: '2026-01-01' }, 'invalid_range'],
    ['get_bots', { date_from: 'monday' }, 'invalid_range'],
    ['get_breakdown', { dimension: 'colour' }, 'unsupported_dimension'],
    ['get_overview', { filter: ['planet:is:Mars'] }, 'invalid_request'],
    ['get_funnel', { event_types: 'a,a' }, 'invalid_request'],
  ])('%s refuses %j only after scope and project', async (name, args, code) => {
    const narrow = { ...caller, scopes: [] };
    expect(await runWith(name, args, narrow)).toMatchObject({ code: 'insufficient_scope' });
    const elsewhere = { ...args, project: 'proj_elsewhere' };
    expect(await runWith(name, elsewhere)).toMatchObject({ code: 'not_found' });
    expect(await runWith(name, args)).toMatchObject({ code });
    const query = new URLSearchParams(elsewhere as Record<string, string>);
    expect(await ask(name, query.toString())).toMatchObject({ code: 'not_found' });
  });

  it('refuses a parameter given twice before its scope is known, whatever else is wrong with it', async () => {
    const { token } = await collector.addKey({ scopes: [] });
    for (const [path, field] of [
      ['overview?range=x&range=x', 'range'],
      ['breakdown?dimension=x&dimension=y', 'dimension'],
      ['funnel?event_types=a,b&event_types=c', 'event_types'],
    ] as const) {
      const { body } = await client.send({ path: `/v1/analytics/${path}`, bearer: token });
      expect(body).toMatchObject({
        error: {
          code: 'invalid_request',
          details: { fields: [{ field, message: 'was given more than once; give it once' }] },
        },
      });
    }
  });
});

describe('the text of a query', () => {
  const schema = z.strictObject({
    count: z.int().optional(),
    share: z.number().optional(),
    exact: z.boolean().optional(),
    name: z.string().optional(),
    tags: z.array(z.string()).optional(),
  });

  it.each<[query: Record<string, unknown>, typed: Record<string, unknown>]>([
    [{ count: '7' }, { count: 7 }],
    [{ count: '-07' }, { count: -7 }],
    [{ share: '0.25' }, { share: 0.25 }],
    [{ exact: 'true' }, { exact: true }],
    [{ exact: 'false' }, { exact: false }],
    [{ name: '7' }, { name: '7' }],
    [{ tags: 'a' }, { tags: ['a'] }],
    [{ tags: ['a', 'b'] }, { tags: ['a', 'b'] }],
    [{ count: '' }, { count: '' }],
    [{ count: '1e3' }, { count: '1e3' }],
    [{ count: '7.0' }, { count: '7.0' }],
    [{ count: ' 7' }, { count: ' 7' }],
    [{ count: '0x7' }, { count: '0x7' }],
    [{ count: 'Infinity' }, { count: 'Infinity' }],
    [{ count: '9999999999999999' }, { count: '9999999999999999' }],
    [{ exact: 'yes' }, { exact: 'yes' }],
    [{ exact: 'constructor' }, { exact: 'constructor' }],
    [{ constructor: '7' }, { constructor: '7' }],
  ])('%j is read as %j', (query, typed) => {
    expect(fromQuery(schema, query)).toEqual(typed);
  });
});
