import { DIMENSIONS, RANGE_PRESETS, SCOPES } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { addAnnotation } from '../../src/accounts/annotations.ts';
import { addSegment } from '../../src/accounts/segments.ts';
import { startTestCollector } from '../collector.ts';
import { connectAgent, ERAS } from './agent.ts';

const TOOLS = [
  ...[
    'get_me',
    'list_projects',
    'get_overview',
    'get_timeseries',
    'get_breakdown',
    'get_funnel',
    'get_spend',
    'list_properties',
  ],
  ...['list_conversions', 'get_conversion', 'retry_delivery', 'get_bots'],
  ...['list_annotations', 'list_segments', 'list_refusals'],
];

const collector = await startTestCollector({ timezone: 'Pacific/Auckland' });
const { client: http, project, serverKey } = collector;
const { token } = await collector.addKey({ scopes: [...SCOPES], projects: 'all' });
/** A mark of direction, a blank without width, a tag; and an emoji. */
const HIDDEN = 'kind\u202e\u200b\u{e0041} \u2764\ufe0f';
const sale = {
  event_type: 'purchase',
  ...{ user_id: 'u-1', properties: { order_id: 'r-1', value: 5, currency: 'EUR', note: HIDDEN } },
};
for (const json of [sale, { ...sale, event_type: 5 }])
  await http.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
const operator = asOperator(collector.control, () => collector.clock.now);
await addAnnotation(operator, { project, date: '2026-11-20', text: 'The host was down' });
await addSegment(operator, { project, name: 'Buyers', filter: ['event_type:is:purchase'] });

describe.each(ERAS)('a client of %s', (era) => {
  it('is told of fifteen tools in few words', async () => {
    const { client } = await connectAgent(collector.baseUrl, token, era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    const forChoosing = tools.map(({ name, description = '', inputSchema }) =>
      [name, description, JSON.stringify(inputSchema)].join(''),
    );
    expect(forChoosing.join('').length).toBeLessThanOrEqual(14_000);
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(36_000);
  });

  it('is told what each tool takes, by name and by value', async () => {
    const { client } = await connectAgent(collector.baseUrl, token, era);
    const { tools } = await client.listTools();
    for (const { inputSchema } of tools)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    const breakdown = tools.find(({ name }) => name === 'get_breakdown')?.inputSchema;
    expect(breakdown).toMatchObject({
      properties: {
        dimension: { anyOf: [{ enum: expect.arrayContaining([...DIMENSIONS]) }, { pattern: '^property:.' }] },
        filter: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
        range: { enum: RANGE_PRESETS, default: '30d' },
        start_date: { type: 'string', format: 'date' },
        limit: { type: 'integer', default: 25 },
      },
      required: ['dimension'],
    });
    const funnel = tools.find(({ name }) => name === 'get_funnel')?.inputSchema;
    expect(funnel).toMatchObject({
      properties: {
        event_types: {
          anyOf: [{ type: 'array', minItems: 2, maxItems: 10 }, { type: 'string' }],
        },
      },
    });
  });

  it('is told which tool changes something', async () => {
    const { client } = await connectAgent(collector.baseUrl, token, era);
    const { tools } = await client.listTools();
    const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
    expect(writing.map(({ name }) => name)).toEqual(['retry_delivery']);
    for (const { annotations } of tools) expect(annotations).toMatchObject({ destructiveHint: false });
  });

  it('gets the same answer as text and as an object', async () => {
    const { call } = await connectAgent(collector.baseUrl, token, era);
    const { text, answer, isError } = await call('get_overview', { range: 'today' });
    expect(isError).toBe(false);
    expect(JSON.parse(text)).toEqual(answer);
    expect(answer).toMatchObject({ data: { conversions: 1, revenue: 5 }, meta: { project } });
  });

  it('reads written out what nobody sees in the words of visitors, and can parse it', async () => {
    const { call } = await connectAgent(collector.baseUrl, token, era);
    const { text, answer } = await call('get_breakdown', { dimension: 'property:note', range: 'today' });
    expect(text).toContain('"kind\\u202e\\u200b\\udb40\\udc41 \u2764\ufe0f"');
    expect(JSON.parse(text)).toEqual(answer);
    expect(JSON.stringify(answer)).toContain(HIDDEN);
  });

  it('learns the date and the time of each project', async () => {
    const { call } = await connectAgent(collector.baseUrl, token, era);
    const { answer } = await call('list_projects');
    expect(answer).toMatchObject({
      data: [{ id: project, today: '2026-11-21', local_time: '2026-11-21T23:00:00+13:00' }],
    });
  });

  it('is told in band what an operation refuses, in the envelope of the read API', async () => {
    const { call } = await connectAgent(collector.baseUrl, token, era);
    const { answer, text, isError } = await call('get_overview', { range: 'fortnight', colour: 'red' });
    expect(isError).toBe(true);
    expect(JSON.parse(text)).toEqual(answer);
    expect(answer).toMatchObject({
      error: {
        code: 'invalid_request',
        details: {
          fields: [
            {
              field: 'colour',
              message:
                'is not a known argument; known are: bots, compare, end_date, filter, project, range, segment, start_date',
            },
          ],
        },
      },
      status: 400,
      request_id: expect.stringMatching(/^req_[0-9a-f]{32}$/),
    });
    expect((await call('get_conversion', { id: 'conv_1_none' })).answer).toMatchObject({
      error: { code: 'not_found' },
      status: 404,
    });
    expect((await call('get_breakdown', { dimension: 'colour' })).answer).toMatchObject({
      error: { code: 'unsupported_dimension', details: { supported: DIMENSIONS } },
    });
  });

  it('compares today with as much of yesterday, and is told that the range is not over', async () => {
    const { call } = await connectAgent(collector.baseUrl, token, era);
    const { answer } = await call('get_overview', { range: 'today', compare: 'previous_period' });
    expect(answer).toMatchObject({
      data: { comparison: { until: '2026-11-20T23:00:00+13:00' } },
      meta: { range_warnings: [{ code: 'not_over' }, { code: 'before_first_event' }] },
    });
    const future = { start_date: '2027-11-16', end_date: '2027-11-22' };
    expect((await call('get_overview', future)).answer).toMatchObject({
      data: { visitors: 0 },
      meta: { range_warnings: [{ code: 'in_future' }] },
    });
  });

  it('is told why a breakdown has no rates', async () => {
    const { call } = await connectAgent(collector.baseUrl, token, era);
    const by = async (dimension: string) =>
      (await call('get_breakdown', { dimension, range: 'today' })).answer.data;
    const reason = { rates_unavailable_reason: 'dimension_of_events' };
    for (const dimension of ['page', 'event_type', 'property:order_id'])
      expect(await by(dimension)).toMatchObject(reason);
    for (const dimension of ['entry_page', 'device']) expect(await by(dimension)).not.toMatchObject(reason);
  });

  it('takes a filter as a list, as a list in JSON and as one text', async () => {
    const { call } = await connectAgent(collector.baseUrl, token, era);
    const [listed, ...others] = await Promise.all(
      [['event_type:is:purchase'], '["event_type:is:purchase"]', 'event_type:is:purchase'].map((filter) =>
        call('get_overview', { range: 'today', filter }),
      ),
    );
    expect(listed?.answer).toMatchObject({ data: { conversions: 1, events: 1 } });
    for (const { answer } of others) expect(answer.data).toEqual(listed?.answer.data);
    const { answer } = await call('get_overview', { filter: '[nonsense' });
    expect(answer).toMatchObject({ error: { code: 'invalid_request' } });
  });

  it('takes event types as a list, as a list in JSON and with commas between', async () => {
    const { call } = await connectAgent(collector.baseUrl, token, era);
    const types = { range: 'today', event_types: ['purchase', 'pageview'] };
    const listed = await call('get_funnel', types);
    expect(listed).toMatchObject({
      isError: false,
      answer: { data: { steps: [{ count: 1 }, { count: 0 }] } },
    });
    for (const event_types of [
      'purchase, pageview',
      '["purchase","pageview"]',
      ' ["purchase", "pageview"]',
    ]) {
      const { answer } = await call('get_funnel', { ...types, event_types });
      expect(answer.data, event_types).toEqual(listed.answer.data);
    }
    const { answer } = await call('get_funnel', { event_types: '["pageview"]' });
    expect(answer).toMatchObject({ error: { code: 'invalid_request' } });
    expect((await call('get_funnel', { event_types: '[a],[b]' })).answer).toMatchObject({
      data: { types_without_events: ['[a]', '[b]'] },
    });
  });

  it('is told of a number that it wrote as text', async () => {
    const { call } = await connectAgent(collector.baseUrl, token, era);
    const { answer } = await call('get_breakdown', { dimension: 'source', limit: '10' });
    const message = 'must be a whole number from 1 to 1000, and no text';
    expect(answer).toMatchObject({ error: { details: { fields: [{ field: 'limit', message }] } } });
  });

  it('finds which properties events have, to divide by and to filter by', async () => {
    const { call } = await connectAgent(collector.baseUrl, token, era);
    const { answer } = await call('list_properties', { event_type: 'purchase' });
    const { properties } = answer.data as { properties: { name: string; top_values: object[] }[] };
    expect(properties.map(({ name }) => name)).toContain('order_id');
    const { answer: divided } = await call('get_breakdown', {
      dimension: 'property:order_id',
      range: 'today',
    });
    expect(divided).toMatchObject({ data: { rows: [{ value: 'r-1' }] } });
  });

  it('finds segments, what people noted, and what tracking refused', async () => {
    const { call } = await connectAgent(collector.baseUrl, token, era);
    const [segments, annotations, refusals] = await Promise.all(
      ['list_segments', 'list_annotations', 'list_refusals'].map(async (name) => (await call(name)).answer),
    );
    expect(annotations).toMatchObject({ data: [{ date: '2026-11-20', text: 'The host was down' }] });
    expect(refusals).toMatchObject({ data: [{ api: 'server', cause: 'invalid' }] });
    expect(segments).toMatchObject({ data: [{ name: 'Buyers', filter: ['event_type:is:purchase'] }] });
    const { data } = segments as { data: [{ id: string }] };
    const segment = data[0].id;
    const { answer } = await call('get_overview', { range: 'today', segment });
    expect(answer).toMatchObject({ data: { events: 1 }, meta: { segment: { name: 'Buyers' } } });
    expect((await call('get_overview', { segment: 'Buyers' })).answer).toMatchObject({
      error: { message: expect.stringContaining('list_segments') },
    });
  });

  it('is not spared what is no argument of a tool, though REST has it', async () => {
    const { call } = await connectAgent(collector.baseUrl, token, era);
    const { answer } = await call('get_breakdown', { dimension: 'source', trend: true });
    expect(answer).toMatchObject({ error: { code: 'invalid_request' } });
  });

  it('looks up words and projects as resources', async () => {
    const { client } = await connectAgent(collector.baseUrl, token, era);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'analytics://dimensions',
      'analytics://errors',
      `analytics://projects/${project}`,
    ]);
    const [dimensions, errors, own] = await Promise.all(
      resources.map(async ({ uri }) => {
        const [content] = (await client.readResource({ uri })).contents;
        return JSON.parse((content as { text: string }).text);
      }),
    );
    expect(Object.keys(dimensions.dimensions)).toEqual(expect.arrayContaining([...DIMENSIONS]));
    expect(errors.insufficient_scope).toMatchObject({ status: 403 });
    expect(own.data).toMatchObject({ id: project, today: '2026-11-21' });
    await expect(client.readResource({ uri: 'analytics://projects/proj_other' })).rejects.toMatchObject({
      code: -32602,
    });
  });
});
