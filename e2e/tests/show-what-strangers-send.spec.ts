import { expect, type Page, test } from '@playwright/test';
import { type StartedDemo, startDemo } from '../started-demo.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const SCRIPT = '</title><script>document.body.dataset.taken = 1</script><img src=x onerror=alert(1)>';
/** What follows would be read from right to left. */
const TURNED = '\u202e';
const LONG = `https://partner.example/${'long/'.repeat(1996)}`;

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await startDemo();
  const page = new URL(`http://127.0.0.1:${demo.port}/${SCRIPT}${TURNED}gnp.exe`);
  page.searchParams.set('utm_source', `shop${TURNED}gnp.exe`);
  page.searchParams.set('utm_campaign', `${SCRIPT}${TURNED}`);
  const context = { page_url: page.href, title: `${SCRIPT}${TURNED}`, referrer: LONG };
  const order = {
    order_id: `A${TURNED}1`,
    value: 5,
    currency: 'EUR',
    [`note${TURNED}`]: `${SCRIPT}${TURNED}`,
  };
  const answer = await fetch(`http://127.0.0.1:${demo.port}/v1/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': CHROME },
    body: JSON.stringify({
      ...{ key: demo.project, visitor_id: `v${TURNED}`, session_id: 'strange' },
      events: [
        { id: `evt_${Date.now()}_s1`, event_type: 'pageview', context },
        {
          id: `evt_${Date.now()}_s2`,
          event_type: `buy${TURNED}${SCRIPT}`,
          conversion: true,
          properties: order,
          context,
        },
      ],
    }),
  });
  expect(LONG.length).toBeGreaterThan(10_000);
  expect(await answer.text()).toContain('"accepted":2');
});
test.afterAll(() => demo.end());

/** Each page that shows what visitors sent, and what of it is there. */
const PLACES = [
  ['', '.latest tbody tr'],
  ['?metric=conversions&tab.sources=referrer&tab.pages=entry_page&tab.campaigns=content', '.latest tbody tr'],
  ['/conversions', 'main tbody [data-row]'],
  ['/funnel', 'main h1'],
  ['/events', '.event-rows [data-row]'],
  ['/live', '.event-rows [data-row]'],
  ['/bots', 'main h1'],
  ['/list/source', 'main tbody tr'],
  ['/list/page', 'main tbody tr'],
  ['/list/campaign', 'main tbody tr'],
] as const;

async function expectHarmless(page: Page, where: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const turned = await page.evaluate((sign) => {
    const named = [...document.querySelectorAll('[title], [aria-label]')];
    const names = named.map((one) => `${one.getAttribute('title')} ${one.getAttribute('aria-label')}`);
    const shown = [document.title, document.body.textContent, ...names].join(' ');
    return shown
      .split(sign)
      .slice(0, -1)
      .map((before) => before.slice(-200));
  }, TURNED);
  expect.soft(turned, `${where}: signs that turn the text, after this`).toEqual([]);
  expect(await page.locator('body[data-taken], main img, main script').count(), where).toBe(0);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.soft
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
        message: `${where} scrolls sideways at ${width} px`,
      })
      .toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 844 });
}

test('a script in a title, a referrer of 10,000 characters and text that turns are shown as text, and do nothing', async ({
  page,
}) => {
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  page.on('dialog', (dialog) => {
    failures.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('console', (line) => {
    if (line.text().includes('Content Security Policy')) failures.push(line.text());
  });
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  const base = `http://localhost:${demo.port}/${demo.project}`;
  for (const [place, awaits] of PLACES) {
    await page.goto(`${base}${place}`);
    await page.locator(awaits).first().waitFor();
    await expectHarmless(page, place);
  }
  await page.goto(`${base}/conversions`);
  await page.locator('main tbody [data-row]').first().click();
  await expect(page.getByRole('heading', { name: 'Where it went' })).toBeVisible();
  await expect(page.locator('.thread')).toBeVisible();
  await expect(page.locator('main'), 'it is told as text').toContainText('<script>');
  await expectHarmless(page, 'the life of a conversion');
  await page.goto(`${base}/events`);
  await page.locator('.event-rows [data-row]').first().click();
  await expect(page.locator('.event-rows pre')).toContainText('long/long/');
  await expectHarmless(page, 'an event in full');
  expect(failures).toEqual([]);
});

test('words that every object has are shown like others, and every page is drawn', async ({ page }) => {
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  const query = 'utm_source=__proto__&utm_medium=toString&utm_campaign=constructor';
  const context = { page_url: `http://127.0.0.1:${demo.port}/__proto__?${query}` };
  const answer = await fetch(`http://127.0.0.1:${demo.port}/v1/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': CHROME },
    body: JSON.stringify({
      ...{ key: demo.project, visitor_id: 'constructor', session_id: 'of-every-object' },
      events: [
        { id: `evt_${Date.now()}_p1`, event_type: 'pageview', context },
        { id: `evt_${Date.now()}_p2`, event_type: 'constructor', conversion: true, context },
      ],
    }),
  });
  expect(await answer.text()).toContain('"accepted":2');
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  const base = `http://localhost:${demo.port}/${demo.project}`;
  for (const [place, row, said] of [
    ['', '.latest tbody tr', '__proto__'],
    ['/conversions', 'main tbody tr', '__proto__'],
    ['/list/source', 'main tbody tr', '__proto__'],
    ['/list/campaign', 'main tbody tr', 'constructor'],
    ['/list/event_type', 'main tbody tr', 'constructor'],
    ['?filter=source:is:__proto__', '.chips .chip', '__proto__'],
    ['?filter=country:__proto__:DE', '.chips .chip', '__proto__'],
  ] as const) {
    await page.goto(`${base}${place}`);
    await expect(page.locator(row).filter({ hasText: said }).first(), place).toBeVisible();
  }
  await page.goto(`${base}/conversions`);
  await page.locator('main tbody [data-row]').filter({ hasText: 'constructor' }).first().click();
  await expect(page.getByRole('heading', { name: 'Where it went' })).toBeVisible();
  await expect(page.locator('main')).toContainText('__proto__');
  expect(failures).toEqual([]);
});
