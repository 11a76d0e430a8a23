import type {
  BotsResponse,
  BreakdownResponse,
  DeliveriesResponse,
  ListConversionsResponse,
  OverviewResponse,
  ReportResponse,
} from '@cvq/contract';
import { expect, type Page, test } from '@playwright/test';
import { openPinnedDemo, type PinnedDemo } from '../pinned-demo.ts';
import { signIn } from '../sign-in.ts';

// Always the same moment, so that page and program are told the same.
let demo: PinnedDemo;
let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;
test.beforeAll(async ({ browser }) => {
  demo = await openPinnedDemo(Date.parse('2026-11-19T08:37:00.000Z'), 70);
  const context = await browser.newContext();
  await signIn(context, demo.origin, await demo.signUp());
  cookies = await context.cookies();
  await context.close();
});
test.afterAll(() => demo.end());
test.use({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });

async function open(page: Page, place: string): Promise<void> {
  await page.context().addCookies(cookies);
  await page.goto(`${demo.origin}/${demo.project}${place}`);
  await page.locator('main[aria-busy="false"] h1').waitFor();
  await page.waitForLoadState('networkidle');
}

/** What a program is told that asks with its key. */
async function told<Answer>(pathAndQuery: string): Promise<Answer> {
  const response = await fetch(`${demo.origin}/v1${pathAndQuery}`, {
    headers: { authorization: `Bearer ${demo.readKey}` },
  });
  const body = await response.text();
  expect(response.status, body).toBe(200);
  return JSON.parse(body) as Answer;
}

/** The texts of the cells of each row, and of the figures of a strip. */
const cells = (page: Page, rows: string, cell: string) =>
  page
    .locator(rows)
    .evaluateAll(
      (all, each) => all.map((row) => [...row.querySelectorAll(each)].map(({ textContent }) => textContent)),
      cell,
    );

type Known = number | null | undefined;

const THIN = '\u202f';
const written = (value: Known, options?: Intl.NumberFormatOptions) =>
  value === null || value === undefined ? '–' : new Intl.NumberFormat('en-GB', options).format(value);
const share = (value: Known) =>
  value === null || value === undefined ? '–' : `${(value * 100).toFixed(1)}${THIN}%`;
const money = (value: Known, largest: Known = value) =>
  written(value, {
    ...{ style: 'currency', currency: 'EUR' },
    ...((largest ?? 0) >= 1000 && { maximumFractionDigits: 0 }),
  });

function duration(value: Known): string {
  const whole = Math.round(value ?? 0);
  const rest = String(whole % 60).padStart(2, '0');
  return whole < 60 ? `${whole}${THIN}s` : `${Math.floor(whole / 60)}${THIN}m ${rest}${THIN}s`;
}

/** How a figure is read aloud beside the one before. */
function change(now: Known, before: Known, isShare = false): string {
  if (now === null || now === undefined || before === null || before === undefined) return '–';
  if (!isShare && before === 0) return now === 0 ? '–' : 'nothing before';
  const difference = isShare ? now - before : now / before - 1;
  const size = isShare
    ? Math.round(Math.abs(difference) * 1000) / 10
    : Math.round(Math.abs(difference) * 100);
  if (size === 0) return 'unchanged';
  const way = difference > 0 ? 'up' : 'down';
  if (isShare) return `${way} ${size.toFixed(1)} percentage points`;
  return difference >= 10 ? `${way} ${Math.round(difference + 1)} times` : `${way} ${size} percent`;
}

test('the Overview says what a program is told of the same days', async ({ page }) => {
  await open(page, '');
  const panels = ['source:8', 'page:8', 'campaign:6', 'country:6', 'device:6', 'event_type:6'];
  const { data } = await told<ReportResponse>(
    `/analytics/report?range=30d&compare=previous_period&compare_until=same_moment&measure=visitors&${panels
      .map((panel) => `breakdown=${panel}`)
      .join('&')}`,
  );
  const { now, before } = data.totals;
  expect(before?.visitors).toBeGreaterThan(0);
  const figure = (name: keyof typeof now, write: (value: Known) => string, isShare = false) => [
    write(now[name]),
    change(now[name], before?.[name], isShare),
  ];
  expect(await cells(page, '.metric', '.figure, .delta > .sr, .delta:not(:has(.sr))')).toEqual([
    figure('visitors', written),
    figure('sessions', written),
    figure('pageviews', written),
    figure('conversions', written),
    figure('conversion_rate', share, true),
    figure('revenue', money),
    figure('bounce_rate', share, true),
    figure('average_session_duration_seconds', duration),
    figure('ad_spend', money),
    figure('roas', (value) => `${written(value, { maximumFractionDigits: 1 })}×`),
  ]);
  const companions = [
    'conversions',
    'pageviews',
    'conversions',
    'conversions',
    'conversions',
    'events',
  ] as const;
  const shown = page.locator('.panels .panel');
  await expect(shown).toHaveCount(panels.length);
  for (const [index, { rows }] of data.breakdowns.entries())
    expect(
      await cells(
        page,
        `.panels .panel:nth-child(${index + 1}) tbody tr`,
        '.companion, .main, .delta > .sr, .delta:not(:has(.sr))',
      ),
    ).toEqual(
      rows
        .filter((row) => row.now.visitors !== 0)
        .map((row) => [
          written(row.now[companions[index] as 'conversions']),
          written(row.now.visitors),
          change(row.now.visitors, row.before ? row.before.visitors : 0),
        ]),
    );
});

test('rows of the Overview say what ads cost, and what came of visits that saw a page', async ({ page }) => {
  const ask = (measure: string, panel: string) =>
    told<ReportResponse>(
      `/analytics/report?range=30d&compare=previous_period&compare_until=same_moment&measure=${measure}&breakdown=${panel}`,
    );
  const rowsOf = async (panel: number) =>
    cells(
      page,
      `.panels .panel:nth-child(${panel}) tbody tr`,
      '.companion, .main, .delta > .sr, .delta:not(:has(.sr))',
    );
  const largest = (values: readonly Known[]) => Math.max(...values.map((value) => value ?? 0));

  await open(page, '?metric=ad_spend');
  for (const [panel, dimension] of [
    [1, 'source:8'],
    [3, 'campaign:6'],
  ] as const) {
    const [breakdown] = (await ask('ad_spend', dimension)).data.breakdowns;
    const rows = breakdown?.rows.filter(({ now }) => now.ad_spend !== 0) ?? [];
    expect(rows.length).toBeGreaterThan(1);
    const [cost, revenue] = [rows.map(({ now }) => now.ad_spend), rows.map(({ now }) => now.revenue)];
    expect(await rowsOf(panel), dimension).toEqual(
      rows.map(({ now, before }) => [
        money(now.revenue, largest(revenue)),
        money(now.ad_spend, largest(cost)),
        change(now.ad_spend, before?.ad_spend),
      ]),
    );
    const unmatched = breakdown?.unmatched_ad_spend ?? 0;
    const foot = page.locator(`.panels .panel:nth-child(${panel}) footer`);
    if (unmatched > 0) await expect(foot).toContainText(`${money(unmatched)} of campaigns without a row`);
  }

  await open(page, '?metric=ad_spend&filter=country:is:DE');
  await expect(
    page.getByText('Platforms tell it by campaign, and a filter is on something else.'),
  ).toBeVisible();
  await expect(page.locator('.panels .panel:first-child th[aria-sort]')).toHaveText('Visitors');
  await expect(page.locator('.chart .now').first()).toHaveAttribute('d', '');

  await open(page, '?metric=revenue&tab.pages=seen_page');
  const [seen] = (await ask('revenue', 'seen_page:8')).data.breakdowns;
  const rows = seen?.rows.filter(({ now }) => now.revenue !== 0) ?? [];
  expect(rows.length).toBeGreaterThan(1);
  expect(await rowsOf(2)).toEqual(
    rows.map(({ now, before }) => [
      written(now.conversions),
      money(now.revenue, largest(rows.map((row) => row.now.revenue))),
      change(now.revenue, before ? before.revenue : 0),
    ]),
  );
  expect(await cells(page, '.panels .panel:nth-child(2) tbody tr', '.trend')).toEqual(
    rows.map(({ now }) => [
      now.average_time_on_page_seconds === null ? '–' : duration(now.average_time_on_page_seconds),
    ]),
  );

  await page.locator('.panels .panel:nth-child(2) footer a').click();
  const list = await told<BreakdownResponse>(
    '/analytics/breakdown?range=30d&dimension=seen_page&sort=-revenue',
  );
  await expect(page.getByRole('heading', { level: 1 })).toContainText('pages in visits');
  expect(await cells(page, '.list tbody tr', 'td:nth-of-type(2), td.main')).toEqual(
    list.data.rows.map((row) => [share(row.exit_rate), money(row.revenue)]),
  );
});

/** Of conversions that no report counts, which the account has no row for. */
const UNCOUNTED = ['bot', 'duplicate_order', 'removed'];

test('Conversions says what a program is told of platforms and of each conversion', async ({ page }) => {
  await open(page, '/conversions');
  const totals = await told<OverviewResponse>('/analytics/overview?range=30d');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(written(totals.data.conversions));
  await expect(heading).toContainText(money(totals.data.revenue));
  const { data } = await told<DeliveriesResponse>('/analytics/deliveries?range=30d');
  const accounts = data.platforms.toSorted((one, other) => (one.platform < other.platform ? -1 : 1));
  expect(accounts).not.toEqual([]);
  expect(await cells(page, '.account tbody tr', 'td.n')).toEqual(
    accounts.map(({ owed, matchable, taken, processed }) =>
      [owed, matchable, taken, processed].map((figure) => written(figure)),
    ),
  );
  const losses = (await cells(page, '.account tbody tr', '.why a')).map((texts) =>
    texts.map((text) => Number.parseInt((text ?? '').replaceAll(',', ''), 10)).toSorted((a, b) => a - b),
  );
  expect(losses).toEqual(
    accounts.map(({ states }) =>
      states
        .filter(({ status, reason }) => status !== 'delivered' && !UNCOUNTED.includes(reason ?? ''))
        .map(({ deliveries }) => deliveries)
        .toSorted((a, b) => a - b),
    ),
  );
  const list = await told<ListConversionsResponse>('/conversions?range=30d&kind=counted&limit=50');
  expect(list.data).toHaveLength(50);
  await expect(page.getByRole('heading', { level: 2, name: /conversions?$/ })).toContainText(
    written(list.meta.total_rows),
  );
  expect(await cells(page, '.conversions tbody tr', 'th, td.order, td.n')).toEqual(
    list.data.map(({ event_type, order_id, value, currency }) => [
      event_type,
      order_id ?? '',
      written(value, { style: 'currency', currency: currency ?? 'EUR' }),
    ]),
  );
});

test('Bots says what a program is told of them, over time and by what they are', async ({ page }) => {
  await open(page, '/bots');
  const panels = ['category:5', 'name:12', 'reason:12', 'page:12'];
  const answer = await told<BotsResponse>(
    `/analytics/bots?range=30d&${panels.map((panel) => `breakdown=${panel}`).join('&')}`,
  );
  const all = answer.total_bot_requests;
  expect(all).toBeGreaterThan(0);
  expect(answer.breakdowns).toHaveLength(panels.length);
  for (const [index, { dimension, rows }] of (answer.breakdowns ?? []).entries())
    expect(await cells(page, `.panels .panel:nth-child(${index + 1}) tbody tr`, 'td.n'), dimension).toEqual(
      rows.map(({ bot_requests, people_requests }) => [
        ...(dimension === 'page' ? [written(people_requests)] : []),
        written(bot_requests),
        share(all > 0 ? bot_requests / all : 0),
      ]),
    );
  const { bot_requests: bots = [], people_requests: people = [] } = answer.series ?? {};
  await page.getByRole('button', { name: 'Table' }).click();
  await page.locator('table.series').waitFor();
  expect(await cells(page, 'table.series tbody tr', 'td')).toEqual(
    bots.map((own, place) => {
      const others = people[place] ?? 0;
      return [written(others), written(own), share(own + others > 0 ? own / (own + others) : null)];
    }),
  );
});
