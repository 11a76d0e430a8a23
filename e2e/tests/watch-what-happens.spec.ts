import { expect, type Page, test } from '@playwright/test';
import { type StartedDemo, startDemo } from '../started-demo.ts';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await startDemo(14);
});
test.afterAll(() => demo.end());

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rows = (page: Page) => page.locator('.event-rows .event');
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

async function open(page: Page, place: string): Promise<void> {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await page.goto(`http://localhost:${demo.port}/${demo.project}/${place}`);
  await expect(heading(page)).toBeVisible();
}

/** What the API of the dashboard answers on this page. */
const asked = <Answer>(page: Page, path: string) =>
  page.evaluate(async (to) => {
    const response = await fetch(`/dashboard-api/v1${to}`);
    return (await response.json()) as Answer;
  }, path);

let sent = 0;
function send(event: Record<string, unknown>, userAgent = CHROME): Promise<Response> {
  sent += 1;
  const id = `evt_${Date.now()}_w${sent}`;
  return fetch(`http://127.0.0.1:${demo.port}/v1/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
    body: JSON.stringify({
      ...{ key: demo.project, visitor_id: 'watched', session_id: 'watched' },
      events: [{ id, context: { page_url: `http://127.0.0.1:${demo.port}/watched` }, ...event }],
    }),
  });
}

const said = async (page: Page) => ({ url: page.url(), heading: await heading(page).textContent() });

test('types of events have the figures of the read API, and one of them narrows what is below', async ({
  page,
}) => {
  await open(page, 'events');
  type Types = { data: { rows: { value: string; events: number }[] } };
  const query = `project=${demo.project}&range=30d&dimension=event_type&sort=-events`;
  const { data } = await asked<Types>(page, `/analytics/breakdown?${query}`);
  const shown = page.locator('.event-types tbody tr');
  await expect(shown).toHaveCount(data.rows.length);
  for (const [index, { events }] of data.rows.entries())
    await expect(shown.nth(index).locator('.main')).toHaveText(events.toLocaleString('en-US'));
  const all = await said(page);
  await page.getByRole('link', { name: 'purchase' }).click();
  await expect(page.getByRole('columnheader', { name: 'Property of purchase' })).toBeVisible();
  await expect(rows(page).first()).toContainText('purchase');
  const narrowed = await said(page);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Property of purchase' })).toBeVisible();
  await expect.poll(() => said(page)).toEqual(narrowed);
  await page.goBack();
  await expect.poll(() => said(page)).toEqual(all);
});

test('properties are called those of their type until those of the one that was clicked are there', async ({
  page,
}) => {
  await open(page, 'events?type=search');
  const head = page.getByRole('columnheader', { name: /^Property of/ });
  await expect(head).toHaveText('Property of search');
  const held: (() => void)[] = [];
  await page.route('**/analytics/properties?*event_type=purchase*', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.getByRole('link', { name: 'purchase' }).click();
  await expect.poll(() => held.length).toBe(1);
  await expect(page.locator('.event-types .chosen')).toContainText('purchase');
  await expect(head).toHaveText('Property of search');
  await expect(page.locator('main')).toHaveAttribute('aria-busy', 'true');
  held[0]?.();
  await expect(head).toHaveText('Property of purchase');
});

test('a value filters, and so does a number', { tag: '@long' }, async ({ page }) => {
  await open(page, 'events?type=purchase');
  await page.locator('.properties .value').first().click();
  await expect(page).toHaveURL(/filter=property:/);
  await open(page, 'events?type=purchase');
  const number = page.locator('.numbers').first();
  await number.locator('input').fill('20.5');
  await number.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/filter=property:\w+:gt:20\.5/);
  await expect(page.locator('.chip')).toContainText('is more than 20.5');
});

test('an event opens by keys alone to all that is recorded of it', { tag: '@long' }, async ({ page }) => {
  await open(page, 'overview');
  await expect(page, 'the Overview by a name that its address does not have').not.toHaveURL(/overview/);
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await expect(rows(page).first()).toBeVisible();
  await page.locator('.event-rows [data-row]').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.event-rows pre')).toContainText('"event_id": "evt_');
});

test('an event is on the page of what is live moments after it happened, with what became of it', async ({
  page,
}) => {
  await open(page, 'live');
  await send({ event_type: 'pageview' });
  await expect(rows(page).filter({ hasText: '/watched' })).toHaveCount(1);
  await expect(rows(page).filter({ hasText: '/watched' })).toContainText('Counted');
  const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  await send({ event_type: 'looked_by_a_bot' }, bot);
  await expect(rows(page).filter({ hasText: 'looked by a bot' })).toContainText('Bot: Googlebot');
  await send({ event_type: '' });
  await expect(page.locator('.refused')).toContainText('event_type must not be empty');
  type Live = { data: { visitors: number } };
  const { data } = await asked<Live>(page, `/analytics/live?project=${demo.project}`);
  const words = ['Nobody is', 'One person is'][data.visitors] ?? `${data.visitors} people are`;
  await expect(heading(page)).toContainText(words);
});

test('rows stand still while they are pointed at, and while somebody says so', async ({ page }) => {
  await open(page, 'live');
  await send({ event_type: 'before_the_pause' });
  await expect(rows(page).filter({ hasText: 'before the pause' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await send({ event_type: 'during_the_pause' });
  await expect(page.getByRole('button', { name: 'Go on' })).toContainText('new');
  await expect(rows(page).filter({ hasText: 'during the pause' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.mouse.move(0, 0);
  await expect(rows(page).filter({ hasText: 'during the pause' })).toHaveCount(1);
});

test('a page whose stream was refused asks for another', async ({ page }) => {
  await page.clock.install();
  let isRefused = true;
  let opened = 0;
  await page.route('**/dashboard-api/v1/live?**', async (route) => {
    if (isRefused) return route.fulfill({ status: 429 });
    opened += 1;
    await route.continue();
  });
  const refused = page.waitForResponse((response) => response.status() === 429);
  await open(page, 'live');
  await refused;
  isRefused = false;
  const later = async () => {
    await page.clock.fastForward(6000);
    return opened;
  };
  await expect.poll(later).toBeGreaterThan(0);
});

test('the figure of the bar leads to what is live', { tag: '@long' }, async ({ page }) => {
  await open(page, 'overview');
  await page.getByRole('link', { name: /on the site now/ }).click();
  await expect(page).toHaveURL(/\/live/);
});

test('Live asks once for what changed, however often the browser can draw', { tag: '@long' }, async ({
  page,
}) => {
  // With the clock of the browser at rest nothing paces whoever asks in a circle.
  await page.clock.setFixedTime(new Date());
  let questions = 0;
  page.on('request', (request) => {
    if (request.url().includes('/analytics/live')) questions += 1;
  });
  await open(page, 'live');
  await expect(page.locator('.minutes')).toBeVisible();
  expect(questions).toBeLessThan(6);
});

test('what changes while the live figures are still under way is asked for once they are there', async ({
  page,
}) => {
  const isAnswered = Promise.withResolvers<void>();
  let asked = 0;
  await page.route('**/dashboard-api/v1/analytics/live?*limit=50*', async (route) => {
    asked += 1;
    await isAnswered.promise;
    await route.continue();
  });
  let streams = 0;
  await page.route('**/dashboard-api/v1/live?*', (route) => {
    streams += 1;
    const body = 'retry: 10\n\nevent: changed\ndata: {}\n\n';
    return route.fulfill({ contentType: 'text/event-stream', body });
  });
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await page.goto(`http://localhost:${demo.port}/${demo.project}/live`);
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
  const before = streams;
  await expect.poll(() => streams).toBeGreaterThan(before + 3);
  expect(asked, 'the first question is still under way').toBe(1);
  isAnswered.resolve();
  await expect(heading(page)).toBeVisible();
  await expect.poll(() => asked).toBeGreaterThan(1);
});

test('whether events arrive is asked again only once it was answered', async ({ page }) => {
  await page.clock.install();
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  const isAnswered = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(`**/dashboard-api/v1/projects/${demo.project}`, async (route) => {
    asked += 1;
    await isAnswered.promise;
    await route.continue();
  });
  await page.goto(`http://localhost:${demo.port}/${demo.project}/settings/tracking`);
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor(10_000);
  isAnswered.resolve();
  await expect(heading(page)).toContainText('Tracking works');
  expect(asked).toBe(1);
  await page.clock.runFor(3000);
  await expect.poll(() => asked).toBe(2);
});
