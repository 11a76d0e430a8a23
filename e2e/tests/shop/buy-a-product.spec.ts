import { OverviewResponse, TimeseriesResponse } from '@cvq/contract';
import { buyThreeCups, ORDER_VALUE } from '../../buy-three-cups.ts';
import { expect, test } from '../../collector.ts';

test('an order of three cups is four page views and one conversion of 59.70 EUR, whose hours add up to the range', async ({
  page,
  collector,
}) => {
  await buyThreeCups(page);
  const overview = async () => OverviewResponse.parse(await collector.ask('/v1/analytics/overview?range=7d'));

  await expect
    .poll(async () => (await overview()).data, { message: 'the whole walk is counted' })
    .toMatchObject({
      pageviews: 4,
      sessions: 1,
      visitors: 1,
      conversions: 1,
      converted_sessions: 1,
      conversion_rate: 1,
      revenue: ORDER_VALUE,
      average_order_value: ORDER_VALUE,
      bounce_rate: 0,
      pages_per_session: 4,
    });

  const { data: whole, meta } = await overview();
  const { data: parts } = TimeseriesResponse.parse(
    await collector.ask('/v1/analytics/timeseries?range=7d&granularity=hour'),
  );
  const sum = (
    measure: 'pageviews' | 'sessions' | 'events' | 'conversions' | 'converted_sessions' | 'revenue',
  ) => parts.points.reduce((total, point) => total + point[measure], 0);

  expect(meta).toMatchObject({ timezone: 'UTC', currency: 'EUR', range: '7d' });
  expect(parts.granularity).toBe('hour');
  expect({
    pageviews: sum('pageviews'),
    sessions: sum('sessions'),
    events: sum('events'),
    conversions: sum('conversions'),
    converted_sessions: sum('converted_sessions'),
    revenue: sum('revenue'),
  }).toEqual({
    pageviews: 4,
    sessions: 1,
    events: whole.events,
    conversions: 1,
    converted_sessions: 1,
    revenue: ORDER_VALUE,
  });
  // Visitors do not add up: one who stays over the full hour is in two of them.
  expect(Math.max(...parts.points.map(({ visitors }) => visitors))).toBe(1);
});

test('an order is reported once, however often its thank-you page is opened', async ({ page, collector }) => {
  await buyThreeCups(page);
  await page.reload();
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  const overview = async () =>
    OverviewResponse.parse(await collector.ask('/v1/analytics/overview?range=7d')).data;
  // A page that is left before its script has loaded is no view.
  await expect.poll(overview).toMatchObject({ pageviews: 6 });
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();

  await expect
    .poll(overview)
    .toMatchObject({ pageviews: 7, sessions: 1, visitors: 1, conversions: 1, revenue: ORDER_VALUE });
});
