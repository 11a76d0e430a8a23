import type { BreakdownResponse, FunnelResponse } from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestCollector, type TestCollector } from '../collector.ts';
import { sendShopTraffic } from './shop-traffic.ts';

let collector: TestCollector;
let bearer: string;

beforeAll(async () => {
  collector = await startTestCollector({ timezone: 'Europe/Berlin' });
  bearer = (await collector.addKey({ projects: [collector.project] })).token;
  await sendShopTraffic(collector, 14);
});

const STEPS = 'event_types=pageview,purchase';

const send = (path: string) => collector.client.send({ path: `/v1/analytics/${path}`, bearer });

async function funnel(query: string): Promise<FunnelResponse['data']> {
  const { status, body } = await send(`funnel?${STEPS}&${query}`);
  expect(body).not.toHaveProperty('error');
  expect(status).toBe(200);
  return (body as FunnelResponse).data;
}

describe('a funnel of a type that no event has', () => {
  it('says so, and does not where nobody took a step whose type there is', async () => {
    const { body } = await send('funnel?event_types=pageview,purchases&range=7d');
    expect(body).toMatchObject({ data: { types_without_events: ['purchases'] } });
    const backwards = await send('funnel?event_types=purchase,signup,pageview&range=7d&filter=country:is:ZZ');
    const { steps, types_without_events: types } = (backwards.body as FunnelResponse).data;
    expect([steps[0]?.count, types]).toEqual([0, ['signup']]);
    expect(await funnel('range=7d')).not.toHaveProperty('types_without_events');
  });
});

describe('a funnel that is compared', () => {
  it('tells beside it what the funnel of the earlier days tells', async () => {
    const { comparison, ...now } = await funnel('range=7d&compare=previous_period&compare_until=end');
    const { scope, window_days, ...before } = await funnel('start_date=2026-11-08&end_date=2026-11-14');
    expect(before.steps[0]?.count).toBeGreaterThan(0);
    expect([scope, window_days]).toEqual(['visitor', 30]);
    expect(comparison).toEqual({
      ...{ mode: 'previous_period', start_date: '2026-11-08', end_date: '2026-11-14' },
      ...{ until: null, complete: true },
      ...before,
    });
    expect(now).toEqual(await funnel('range=7d'));
  });

  it('takes of an unfinished day the same part of the earlier one', async () => {
    const { comparison } = await funnel('range=today&compare=previous_period&compare_until=same_moment');
    const whole = await funnel('range=yesterday');
    expect(comparison?.until).toBe('2026-11-20T11:00:00+01:00');
    expect(comparison?.steps[0]?.count).toBeGreaterThan(0);
    expect(comparison?.steps[0]?.count).toBeLessThan(whole.steps[0]?.count as number);
  });
});

describe('a funnel that is divided', () => {
  it.each(['source', 'page', 'property:plan'])(
    'by %s is for each value the funnel that a filter by it answers',
    async (dimension) => {
      const { breakdown } = await funnel(`range=7d&dimension=${dimension}&limit=3`);
      expect(breakdown?.rows.length).toBeGreaterThan(1);
      for (const { value, ...course } of breakdown?.rows ?? []) {
        const alone = await funnel(
          `range=7d&filter=${encodeURIComponent(`${dimension}:is:${value.replaceAll('|', '\\|')}`)}`,
        );
        expect(course).toEqual({
          steps: alone.steps,
          overall_conversion_rate: alone.overall_conversion_rate,
        });
      }
    },
  );

  it('has the values of those who took the first step, the most frequent first', async () => {
    const rows = (await send(
      'breakdown?range=7d&dimension=source&filter=event_type:is:pageview&sort=-visitors',
    )) as unknown as { body: BreakdownResponse };
    const { breakdown } = await funnel('range=7d&dimension=source&limit=2');
    expect(breakdown).toMatchObject({ dimension: 'source', total_rows: rows.body.meta.total_rows });
    expect(breakdown?.rows.map(({ value }) => value)).toEqual(
      rows.body.data.rows.slice(0, 2).map(({ value }) => value),
    );
  });

  it('keeps the filters that were asked for', async () => {
    const asked = 'range=7d&filter=page:is:/about';
    const { breakdown } = await funnel(`${asked}&dimension=source`);
    for (const { value, steps } of breakdown?.rows ?? []) {
      const alone = await funnel(`${asked}&filter=${encodeURIComponent(`source:is:${value}`)}`);
      expect(steps).toEqual(alone.steps);
    }
  });

  it('is not there unless it was asked for', async () => {
    expect(Object.keys(await funnel('range=7d')).sort()).toEqual([
      'overall_conversion_rate',
      'scope',
      'steps',
      'window_days',
    ]);
  });

  it.each([
    ['dimension=moon', 'unsupported_dimension'],
    ['dimension=source&limit=21', 'invalid_request'],
    ['match=weekday', 'invalid_request'],
  ])('refuses %s', async (query, code) => {
    expect(await send(`funnel?${STEPS}&${query}`)).toMatchObject({ status: 400, body: { error: { code } } });
  });
});
