import type { FunnelResponse } from '@cvq/contract';
import { HOUR_MS, MINUTE_MS } from '@cvq/contract/constants';
import { beforeAll, describe, expect, it } from 'vitest';
import { START, startTestCollector, type TestCollector } from '../collector.ts';
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

type Visit = (
  visitor: string,
  session: string,
  events: readonly (readonly [string, string])[],
) => Promise<void>;

/** A project of its own, and how somebody visits its site: types of events, each with an address. */
async function aSite(): Promise<[project: string, visit: Visit]> {
  const { project } = await collector.addProject();
  let sent = 0;
  const visit: Visit = async (visitor, session, events) => {
    const { status } = await collector.client.send({
      method: 'POST',
      path: '/v1/events',
      json: {
        ...{ key: project, visitor_id: visitor, session_id: session },
        events: events.map(([type, path]) => {
          sent += 1;
          const at = START - HOUR_MS + sent * MINUTE_MS;
          return {
            ...{ event_type: type, id: `evt_${at}_v${sent}`, timestamp: new Date(at).toISOString() },
            context: { page_url: `https://shop.example${path}` },
          };
        }),
      },
    });
    expect(status).toBe(202);
  };
  return [project, visit];
}

/** How many values a divided funnel has, and those that it tells, each with how many took the first step. */
async function dividedOf(project: string, query: string) {
  const { token } = await collector.addKey({ projects: [project] });
  const path = `/v1/analytics/funnel?project=${project}&range=7d&${query}`;
  const { body } = await collector.client.send({ path, bearer: token });
  const { breakdown } = (body as FunnelResponse).data;
  return (
    breakdown && {
      total: breakdown.total_rows,
      rows: breakdown.rows.map(({ value, steps }) => [value, steps[0]?.count]),
    }
  );
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
      for (const { value, ...progress } of breakdown?.rows ?? []) {
        const alone = await funnel(
          `range=7d&filter=${encodeURIComponent(`${dimension}:is:${value.replaceAll('|', '\\|')}`)}`,
        );
        expect(progress).toEqual({
          steps: alone.steps,
          overall_conversion_rate: alone.overall_conversion_rate,
        });
      }
    },
  );

  it.each(['visitor', 'session'])('has the values that most at the first step have, by %s', async (scope) => {
    const asked = `range=7d&scope=${scope}&dimension=page`;
    const { breakdown } = await funnel(`${asked}&limit=20`);
    const counts = breakdown?.rows.map(({ steps }) => steps[0]?.count as number) ?? [];
    expect(counts.length).toBeGreaterThan(2);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    const first = await funnel(`${asked}&limit=2`);
    expect(first.breakdown).toEqual({ ...breakdown, rows: breakdown?.rows.slice(0, 2) });
  });

  it.each([
    { scope: 'session', first: ['mail', 4] },
    { scope: 'visitor', first: ['blog', 2] },
  ])('goes by those whom it counts: of sources with limit=1 by $scope', async ({ scope, first }) => {
    const [project, visit] = await aSite();
    const from = (source: string) => [['pageview', `/?utm_source=${source}`]] as const;
    for (const session of ['a', 'b', 'c', 'd']) await visit('of-mail', session, from('mail'));
    for (const visitor of ['ann', 'bob']) await visit(visitor, visitor, from('blog'));
    const asked = `event_types=pageview,purchase&scope=${scope}&dimension=source&limit=1`;
    expect(await dividedOf(project, asked)).toEqual({ total: 2, rows: [first] });
  });

  it('has every value that those have who took the first step, also of what else they did', async () => {
    const [project, visit] = await aSite();
    const bought = [
      ['pageview', '/pricing'],
      ['signup', '/register'],
      ['purchase', '/thanks'],
    ] as const;
    for (const visitor of ['ann', 'bob', 'cid']) await visit(visitor, visitor, bought);
    await visit('dan', 'dan', [['pageview', '/about']]);
    const steps = 'event_types=signup,purchase';
    expect(await dividedOf(project, `${steps}&dimension=page`)).toEqual({
      total: 3,
      rows: ['/pricing', '/register', '/thanks'].map((page) => [page, 3]),
    });
    expect(await dividedOf(project, `${steps}&dimension=event_type`)).toEqual({
      total: 3,
      rows: ['pageview', 'purchase', 'signup'].map((type) => [type, 3]),
    });
    expect(await dividedOf(project, 'event_types=unheard_of,signup&dimension=page')).toEqual({
      ...{ total: 0, rows: [] },
    });
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
