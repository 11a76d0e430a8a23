import type { ListProjectFiguresResponse, OverviewResponse, TimeseriesResponse } from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { sendShopTraffic } from './shop-traffic.ts';

const collector = await startTestCollector({ timezone: 'Europe/Berlin' });
const scopes = ['projects:read', 'analytics:read'] as const;
const { token } = await collector.addKey({ scopes });
/** Its days begin elsewhere, its sales are of another currency. */
const { project: away } = await collector.addProject({ timezone: 'America/New_York', currency: 'USD' });
const { project: empty } = await collector.addProject();

beforeAll(async () => {
  await sendShopTraffic(collector, 12);
  await sendShopTraffic({ ...collector, project: away }, 5);
});

async function ask<Answer>(path: string, bearer = token): Promise<Answer> {
  return (await collector.client.send({ path, bearer })).body as Answer;
}

const measuresIn = ({ visitors, conversions, revenue }: Record<string, unknown>) => ({
  ...{ visitors, conversions, revenue },
});

describe('the figures of projects', () => {
  it.each([
    'range=7d&compare=previous_period&compare_until=same_moment',
    'range=today&compare=previous_period&compare_until=same_moment',
    'range=24h',
    'range=30d&compare=previous_year&match=weekday',
    'start_date=2026-11-12&end_date=2026-11-18&compare_start_date=2026-11-10&compare_end_date=2026-11-11',
  ])('are those that each project tells by itself: %s', async (query) => {
    const { data, meta } = await ask<ListProjectFiguresResponse>(`/v1/project-figures?${query}`);
    expect(data.map(({ id }) => id)).toEqual([collector.project, away, empty]);
    expect(meta.total_rows).toBe(3);
    for (const { id, now, before, trend, partial, tracking_health, currency, timezone } of data) {
      const overview = await ask<OverviewResponse>(`/v1/analytics/overview?project=${id}&${query}`);
      expect(now).toEqual(measuresIn(overview.data));
      expect(before).toEqual(overview.data.comparison && measuresIn(overview.data.comparison.values));
      expect([currency, timezone]).toEqual([overview.meta.currency, overview.meta.timezone]);
      const granularity = query === 'range=24h' ? 'hour' : 'day';
      const range = query.replace(/&compare.*/, '');
      const series = await ask<TimeseriesResponse>(
        `/v1/analytics/timeseries?project=${id}&${range}&granularity=${granularity}`,
      );
      expect(trend).toEqual(series.data.points.map(({ visitors }) => visitors));
      expect(partial).toBe(overview.meta.end_date === '2026-11-21' && query !== 'range=24h');
      const { data: project } = await ask<{ data: { tracking_health: unknown } }>(`/v1/projects/${id}`);
      expect(tracking_health).toEqual(project.tracking_health);
    }
  });

  it('are of those projects that the key reaches', async () => {
    const narrow = await collector.addKey({ scopes, projects: [away] });
    const { data } = await ask<ListProjectFiguresResponse>('/v1/project-figures', narrow.token);
    expect(data).toMatchObject([{ id: away, currency: 'USD', before: null, now: { revenue: 0 } }]);
  });

  it('need both scopes, and take no filter', async () => {
    const narrow = await collector.addKey({ scopes: ['projects:read'] });
    expect(await ask('/v1/project-figures', narrow.token)).toMatchObject({
      error: { code: 'insufficient_scope', details: { required_scopes: [...scopes] } },
    });
    expect(await ask('/v1/project-figures?filter=country:is:DE')).toMatchObject({
      error: { code: 'invalid_request', details: { fields: [{ field: 'filter' }] } },
    });
  });
});
