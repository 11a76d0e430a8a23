import type { BotsResponse } from '@cvq/contract';
import { expect, type Page, test } from '@playwright/test';
import { type StartedDemo, startDemo } from '../started-demo.ts';

const CRAWLERS = ['Googlebot/2.1', 'GPTBot/1.2', 'bingbot/2.0'];

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await startDemo(14);
  for (const [index, name] of [...CRAWLERS, 'Googlebot/2.1'].entries()) {
    const at = Date.now() - index * 3_600_000;
    await fetch(`http://127.0.0.1:${demo.port}/v1/events`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': `Mozilla/5.0 (compatible; ${name})` },
      body: JSON.stringify({
        ...{ key: demo.project, visitor_id: `crawler${index}`, session_id: `crawl${index}` },
        events: [
          {
            ...{
              id: `evt_${at}_crawl${index}`,
              event_type: 'pageview',
              timestamp: new Date(at).toISOString(),
            },
            context: { page_url: 'http://localhost/crawled', referrer: '' },
          },
        ],
      }),
    });
  }
});
test.afterAll(() => demo.end());

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const digits = (text: string | null) => Number((text ?? '').replaceAll(/\D/g, ''));
const panel = (page: Page, name: string) => page.getByRole('region', { name });
const figuresOf = (page: Page, name: string) => panel(page, name).locator('tbody td.main').allTextContents();

async function openBots(page: Page): Promise<void> {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await expect(heading(page)).toContainText('visited');
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(heading(page)).toContainText('Bots made');
}

/** What the API answers, as the person who looks at the page. */
const ask = (page: Page, query: string) =>
  page.evaluate(
    async (path) => (await fetch(path)).json() as Promise<BotsResponse>,
    `/dashboard-api/v1/analytics/bots?project=${demo.project}&range=30d&${query}`,
  );

test('the page says what the API says of bots and people', async ({ page }) => {
  await openBots(page);
  const told = await ask(
    page,
    'breakdown=category:5&breakdown=name:12&breakdown=reason:12&breakdown=page:12',
  );
  const all = told.total_bot_requests + (told.people_requests ?? 0);
  await expect(heading(page)).toContainText(`of ${all.toLocaleString('en-US')} requests`);
  const names = ['Categories', 'Names', 'Found by', 'Pages they read'];
  for (const [index, name] of names.entries())
    expect((await figuresOf(page, name)).map(digits)).toEqual(
      told.breakdowns?.[index]?.rows.map(({ bot_requests }) => bot_requests),
    );
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.locator('table.series tbody tr')).toHaveCount(told.series?.labels.length ?? 0);
  const cells = await page.locator('table.series td.main').allTextContents();
  expect(cells.map(digits)).toEqual(told.series?.bot_requests);
});

test('a name narrows the page, by mouse and by keys; back and reload show the same', {
  tag: '@long',
}, async ({ page }) => {
  await openBots(page);
  const before = await heading(page).textContent();
  await panel(page, 'Names').getByRole('button', { name: 'GPTBot' }).click();
  await expect(page).toHaveURL(/bot\.name=GPTBot/);
  await expect(heading(page)).toContainText('All were of GPTBot');
  const narrowed = await heading(page).textContent();
  await page.reload();
  await expect(heading(page)).toHaveText(narrowed ?? '');
  await page.goBack();
  await expect(heading(page)).toHaveText(before ?? '');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/bot\.category=/);
  await page.getByRole('button', { name: /^All bots, not only/ }).click();
  await expect(heading(page)).toHaveText(before ?? '');
  await panel(page, 'Pages they read').getByRole('button', { name: '/crawled' }).click();
  await expect(page).toHaveURL(/filter=page:is:\/crawled/);
});
