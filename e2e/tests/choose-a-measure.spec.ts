import type { GetProjectResponse, OverviewResponse } from '@cvq/contract';
import { expect, test } from '@playwright/test';
import { demoToLookAt, type StartedDemo } from '../started-demo.ts';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await demoToLookAt(14);
});

test('another measure that chooses the same rows is shown at once, and nothing is asked for', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/dashboard-api/v1/overview')) asked.push(request.url());
  });
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  const tab = (name: RegExp) => page.getByRole('tab', { name });
  const main = page.locator('main');
  await expect(tab(/^Visitors/)).toBeVisible();
  await expect(main).toHaveAttribute('aria-busy', 'false');
  await tab(/^Visits/).click();
  await expect(page).toHaveURL(/metric=sessions/);
  await expect(main).toHaveAttribute('aria-busy', 'false');
  const first = asked.length;

  await tab(/^Bounce rate/).click();
  await expect(page.getByRole('slider')).toHaveAttribute('aria-label', /^Bounce rate by/);
  await tab(/^Visits/).click();
  await expect(page).toHaveURL(/metric=sessions/);
  expect(asked, 'both choose the same rows').toHaveLength(first);
});

test('a measure that needs other rows is drawn before they are there, and another tab waits alone', async ({
  page,
}) => {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  const main = page.locator('main');
  await expect(main).toHaveAttribute('aria-busy', 'false');
  // What is asked may come here after it was let go.
  let held = Promise.withResolvers<void>();
  await page.route(/overview\?.*(measure=revenue|breakdown=seen_page)/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const clear = async (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity));

  await page.getByRole('tab', { name: /^Revenue/ }).click();
  await expect(page.getByRole('slider')).toHaveAttribute('aria-label', /^Revenue by/);
  await expect(page.locator('.panel th[aria-sort]').first()).toHaveText('Revenue');
  await expect(main).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => clear('.panels')).toEqual(['0.6']);
  await expect
    .poll(async () => [await clear('main'), await clear('.strip'), await clear('.main-chart')])
    .toEqual([['1'], ['1'], ['1']]);
  held.resolve();
  await expect(main).toHaveAttribute('aria-busy', 'false');

  held = Promise.withResolvers();
  const pages = page.locator('.panel').nth(1);
  await pages.getByRole('button', { name: 'Seen' }).click();
  await expect.poll(() => clear('.panel')).toEqual(['1', '0.6', '1', '1', '1', '1']);
  expect(await clear('.panels')).toEqual(['1']);
  await expect(pages.locator('tbody tr'), 'rows stay until others come').not.toHaveCount(0);
  held.resolve();
  await expect(pages.getByRole('columnheader', { name: 'On page' })).toBeVisible();
  await page.goBack();
  await expect(pages.getByRole('button', { name: 'Pages' })).toHaveAttribute('aria-pressed', 'true');
});

test('colours that a system forces draw the lines, the bars of rows and what is chosen', {
  tag: '@long',
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await expect(page.locator('main')).toHaveAttribute('aria-busy', 'false');
  const link = await page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.color = 'LinkText';
    document.body.append(probe);
    return getComputedStyle(probe).color;
  });
  const styleOf = (selector: string, name: string, part?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, [of, pseudo]) => getComputedStyle(element, pseudo)[of as 'color'], [
        name,
        part,
      ] as const);
  await expect.poll(() => styleOf('.chart .now', 'stroke')).toBe(link);
  expect(await styleOf('.metric[aria-selected="true"]', 'backgroundColor', '::before')).toBe(link);
  expect(await styleOf('.panel tbody tr', 'backgroundImage')).toContain(link);
});

test('a phone has every measure, and the comparison in the menu of ranges', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  const main = page.locator('main');
  await expect(main).toHaveAttribute('aria-busy', 'false');
  for (const name of await page.getByRole('tab').locator('.label').allTextContents()) {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    await expect(page.getByRole('slider')).toHaveAttribute('aria-label', new RegExp(`^${name} by`));
  }
  await expect(main).toHaveAttribute('aria-busy', 'false');
  await page.reload();
  await expect(page.getByRole('tab', { selected: true }), 'the last of ten').toBeInViewport({ ratio: 0.8 });

  await page.getByRole('button', { name: /^Range/ }).click();
  await page.getByRole('menuitemradio', { name: 'No comparison' }).click({ trial: true });
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitemradio').last()).toBeFocused();
  await page.getByRole('menuitemradio', { name: 'No comparison' }).click();
  await expect(page).toHaveURL(/compare=none/);
  await expect(page.locator('.metric .delta')).toHaveCount(0);
});

test('other days are chosen from a calendar, by mouse and by keys, for both periods', async ({ page }) => {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  const main = page.locator('main');
  await expect(main).toHaveAttribute('aria-busy', 'false');
  const usual = page.url();
  const today = Date.now();
  const before = (days: number) => new Date(today - days * 86_400_000).toISOString().slice(0, 10);

  await page.getByRole('button', { name: /^Range/ }).click();
  await page.getByRole('menuitemradio', { name: 'Other days…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Which days to show' });
  await dialog.getByLabel('First day').fill(before(3));
  await dialog.getByLabel('Last day').fill(before(6));
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The last day is before the first.');
  await dialog.getByLabel('First day').fill(before(6));
  await dialog.getByLabel('Last day').fill(before(3));
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`start=${before(6)}&end=${before(3)}`));
  await expect(main).toHaveAttribute('aria-busy', 'false');
  const slider = page.getByRole('slider');
  await expect(slider).toHaveAttribute('aria-valuemax', '3');
  await slider.hover();
  await page.mouse.down();
  await page.goBack();
  await expect(slider, 'all days are there again').toHaveAttribute('aria-valuemax', '29');
  await page.mouse.up();
  await expect(page, 'a mouse that was pressed over others chooses none of them').toHaveURL(usual);

  const chart = await slider.boundingBox();
  if (!chart) throw new Error('There is no chart.');
  const at = (day: number) => [chart.x + (day / 29) * chart.width, chart.y + chart.height / 2] as const;
  await page.mouse.move(...at(26));
  await page.mouse.down();
  await page.mouse.move(...at(24.6));
  await page.mouse.move(...at(24));
  await page.mouse.up();
  await expect(page, 'a span that is drawn is the range').toHaveURL(
    new RegExp(`start=${before(5)}&end=${before(3)}`),
  );
  await page.goBack();
  await expect(page).toHaveURL(usual);
  await expect(main).toHaveAttribute('aria-busy', 'false');

  await page.getByRole('button', { name: /^Comparison/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { checked: true })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const compared = page.getByRole('dialog', { name: 'Which days to compare with' });
  await expect(compared.getByLabel('First day')).toBeFocused();
  await compared.getByLabel('First day').fill(before(12));
  await compared.getByLabel('Last day').fill(before(9));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`compare=${before(12)}\\.\\.${before(9)}`));
});

test('an address that names no range is told so, and which one is shown, until another is chosen', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await page.goto(`http://localhost:${demo.port}/${demo.project}?range=30days&compare=none`);
  const line = page.getByText('The address says');
  await expect(line).toHaveText(
    'The address says range=30days, which is no range. What is shown is “Last 30 days”.',
  );
  await expect(page).toHaveURL(/\?compare=none$/);
  await page.getByRole('button', { name: /^Range/ }).click();
  await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(/range=7d/);
  await expect(line).toHaveCount(0);
});

test('where nobody came the page says who comes without each filter, or when the last event came', async ({
  page,
}) => {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  const asked = async (path: string) =>
    page.evaluate(async (from) => (await fetch(`/dashboard-api/v1${from}`)).json(), path);
  const open = (query: string) =>
    page.goto(`http://localhost:${demo.port}/${demo.project}?compare=none&${query}`);
  const nobody = page.locator('.nobody');

  const [german, none] = ['country:is:DE', 'source:is:nowhere.example'];
  await open(`filter=${german}&filter=${none}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nobody who matches the filters came');
  const overview = (await asked(
    `/analytics/overview?project=${demo.project}&range=30d&filter=${german}`,
  )) as OverviewResponse;
  const people = new Intl.NumberFormat('en-US').format(overview.data.visitors);
  expect(overview.data.visitors).toBeGreaterThan(1);
  await expect(nobody.getByRole('button')).toHaveText([
    'Without Country Germany 0 people',
    `Without Source nowhere.example ${people} people`,
  ]);
  await nobody.getByRole('button', { name: /^Without Source/ }).click();
  await expect(page).toHaveURL(/\?compare=none&filter=country:is:DE$/);
  await expect(page.getByRole('tab', { name: /^Visitors/ })).toContainText(people);
  await expect(nobody).toHaveCount(0);

  const day = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10);
  await open(`start=${day}&end=${day}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nobody came');
  const { data } = (await asked(`/projects/${demo.project}`)) as GetProjectResponse;
  const last = new Date(data.tracking_health.last_event_at ?? '');
  const written = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', day: 'numeric', month: 'short' });
  await expect(nobody).toContainText(`The last event came on ${written.format(last)}.`);
  await nobody.getByRole('button', { name: 'Look at that day' }).click();
  const lastDay = last.toISOString().slice(0, 10);
  await expect(page).toHaveURL(new RegExp(`\\?start=${lastDay}&end=${lastDay}&compare=none$`));
  await expect(nobody).toHaveCount(0);
});

test('a range that is too long is refused in words, with one that is not', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await page.goto(
    `http://localhost:${demo.port}/${demo.project}?start=2020-01-01&end=2026-01-01&granularity=hour&compare=none`,
  );
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The range is 2193 days; at most 400.');
  await alert.getByRole('button', { name: 'Look at the last 90 days' }).click();
  await expect(page).toHaveURL(/\?range=90d$/);
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole('tab', { name: /^Visitors/ })).toBeVisible();
});
