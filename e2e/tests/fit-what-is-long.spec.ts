import { expect, type Page, test } from '@playwright/test';
import { runCvq } from '../run-cvq.ts';
import { type StartedDemo, startDemo } from '../started-demo.ts';

const LONG_TYPE = 'E'.repeat(128);
const LONG_NAME = 'L'.repeat(300);

let demo: StartedDemo;
let project: string;
test.beforeAll(async () => {
  demo = await startDemo();
  const env = { PATH: process.env.PATH, CVQ_DATA: demo.folder };
  const cvq = async (...given: string[]) => JSON.parse(await runCvq(env, ...given, '--json'));
  const [account] = await cvq('account', 'list');
  const made = [
    '--account',
    account.id,
    '--domain',
    'idr.example.com',
    '--timezone',
    'UTC',
    '--currency',
    'IDR',
  ];
  ({ id: project } = await cvq('project', 'create', ...made, '--name', LONG_NAME));
});
test.afterAll(() => demo.end());

/** Purchases of amounts that have many digits, of an event type that is as long as one may be. */
async function sendSales(): Promise<void> {
  const events = Array.from({ length: 6 }, (_, index) => ({
    id: `evt_${Date.now() - index * 1000}_l${index}`,
    ...(index % 2 ? { event_type: 'purchase' } : { event_type: LONG_TYPE, conversion: true }),
    context: { page_url: 'https://idr.example.com/checkout?utm_source=newsletter' },
    properties: { order_id: `ORDER-2026-11-30-${index}`, value: 15_000_000.5 * (index + 1), currency: 'IDR' },
  }));
  const { status } = await fetch(`http://127.0.0.1:${demo.port}/v1/events`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    },
    body: JSON.stringify({ key: project, visitor_id: 'long', session_id: 'long', events }),
  });
  expect(status).toBe(202);
}

/** By how much something is wider than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** A page follows its window in the next frames. */
async function settledOverflow(page: Page): Promise<number> {
  let by = await overflow(page);
  for (let frames = 0; by > 0 && frames < 60; frames += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    by = await overflow(page);
  }
  return by;
}

test('texts and amounts as long as they may be are no wider than the window, at 320 px too', async ({
  page,
}) => {
  await sendSales();
  await page.goto(demo.setUpLink);
  for (const [label, text] of Object.entries({
    Name: 'Ann',
    'E-mail': 'ann@example.com',
    Password: 'correct horse battery',
  }))
    await page.getByLabel(label).fill(text);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/setup');
  const { data } = await page.evaluate(
    async (of) => (await fetch(`/dashboard-api/v1/conversions?project=${of}&range=7d`)).json(),
    project,
  );
  const of = (rest: string) => `${project}${rest}`;
  const conversions = data.map(({ id }: { id: string }) => `/conversions/${id}`);
  expect(conversions.length).toBeGreaterThan(1);
  const places: readonly (readonly [place: string, shown: string])[] = [
    ['', 'table.projects'],
    [of(''), '.latest'],
    [of('/events'), '.properties'],
    [of('/conversions'), 'tbody [data-row]'],
    ...conversions.slice(0, 2).map((place: string) => [of(place), '.thread'] as const),
    [of('/list/event_type'), 'tbody [data-row]'],
    [of('/live'), '.event-rows'],
    [of('/settings/project'), 'form, input'],
  ];
  const found: Record<string, number> = {};
  for (const [place, shown] of places) {
    await page.setViewportSize({ width: 1440, height: 800 });
    await page.goto(`http://localhost:${demo.port}/${place}`);
    await expect(page.locator(shown).first(), place).toBeVisible();
    await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0);
    for (const width of [1440, 390, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const by = await settledOverflow(page);
      if (by > 0) found[`${place}, ${width} px`] = by;
    }
  }
  expect(found).toEqual({});
});
