import { expect, type Page, test } from '@playwright/test';
import { runCvq } from '../run-cvq.ts';
import { type StartedDemo, startDemo } from '../started-demo.ts';

const LONG_TYPE = 'E'.repeat(128);
const LONG_NAME = 'L'.repeat(300);
const LONG_DOMAIN = 'idr.the-shop-of-the-potters.example.com';
const LONG_ORDER = 'ABCDE12345'.repeat(10);
const LONG_CAMPAIGN = 'C'.repeat(200);
const SHORT_ORDER = 'O-2026-1001';

let demo: StartedDemo;
let project: string;
test.beforeAll(async () => {
  demo = await startDemo(70);
  const env = { PATH: process.env.PATH, CVQ_DATA: demo.folder };
  const cvq = async (...given: string[]) => JSON.parse(await runCvq(env, ...given, '--json'));
  const [account] = await cvq('account', 'list');
  const made = ['--account', account.id, '--domain', LONG_DOMAIN, '--timezone', 'UTC', '--currency', 'IDR'];
  ({ id: project } = await cvq('project', 'create', ...made, '--name', LONG_NAME));
});
test.afterAll(() => demo.end());

/** Purchases of amounts that have many digits, of an event type that is as long as one may be. */
async function sendSales(): Promise<void> {
  const events = Array.from({ length: 6 }, (_, index) => ({
    id: `evt_${Date.now() - index * 1000}_l${index}`,
    ...(index % 2 ? { event_type: 'purchase' } : { event_type: LONG_TYPE, conversion: true }),
    context: { page_url: `https://${LONG_DOMAIN}/checkout?utm_source=newsletter` },
    properties: { order_id: `${LONG_ORDER}${index}`, value: 15_000_000.5 * (index + 1), currency: 'IDR' },
  }));
  await send('long', events);
  const context = { page_url: `https://${LONG_DOMAIN}/?utm_source=newsletter&utm_campaign=${LONG_CAMPAIGN}` };
  const properties = { order_id: SHORT_ORDER, value: 1, currency: 'IDR' };
  await send('campaign', [
    { id: `evt_${Date.now() - 1000}_c0`, event_type: 'pageview', context },
    { id: `evt_${Date.now()}_c1`, event_type: 'purchase', context, properties },
  ]);
}

async function send(visitor: string, events: readonly object[]): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${demo.port}/v1/events`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    },
    body: JSON.stringify({ key: project, visitor_id: visitor, session_id: visitor, events }),
  });
  expect(status).toBe(202);
}

/** By how much something is wider than the page, beside which there is room for a scroll bar. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.body.offsetWidth);

/** A page follows its window in the next frames. */
async function settledOverflow(page: Page): Promise<number> {
  let by = await overflow(page);
  for (let frames = 0; by > 0 && frames < 60; frames += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    by = await overflow(page);
  }
  return by;
}

const WHO = { Name: 'Ann', 'E-mail': 'ann@example.com', Password: 'correct horse battery' };
let isSignedUp = false;
/** The first test makes the person who signs in at the others. */
async function signIn(page: Page): Promise<void> {
  const { Name: _, ...known } = WHO;
  await page.goto(isSignedUp ? `http://localhost:${demo.port}/` : demo.setUpLink);
  for (const [label, text] of Object.entries(isSignedUp ? known : WHO))
    await page.getByLabel(label).fill(text);
  await page.keyboard.press('Enter');
  await (isSignedUp
    ? expect(page.getByLabel('Password')).toHaveCount(0)
    : page.waitForURL((url) => url.pathname !== '/setup'));
  isSignedUp = true;
}

/** Waits until all of a page is there. */
async function open(page: Page, place: string, shown: string): Promise<void> {
  await page.goto(`http://localhost:${demo.port}/${place}`);
  await expect(page.locator(shown).first(), place).toBeVisible();
  await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0);
}

test('texts and amounts as long as they may be are no wider than the window, at 320 px too', async ({
  page,
}) => {
  await sendSales();
  await signIn(page);
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
    [of('?metric=revenue'), '.latest'],
    [of('/events'), '.properties'],
    [of('/conversions'), 'tbody [data-row]'],
    ...conversions.slice(0, 2).map((place: string) => [of(place), '.thread'] as const),
    [of('/list/event_type'), 'tbody [data-row]'],
    [of('/live'), '.event-rows'],
    [of('/settings/project'), 'form, input'],
    [of('/settings/audit-log'), '.audit li'],
    [of('/settings/members'), '.settings-page'],
    [of('/webhooks'), '.endpoints'],
    [`${demo.project}/list/source`, 'tbody [data-row]'],
    [`${demo.project}/spend`, 'table'],
  ];
  const found: Record<string, number> = {};
  for (const [place, shown] of places) {
    await page.setViewportSize({ width: 1440, height: 800 });
    await open(page, place, shown);
    for (const width of [1440, 1024, 820, 768, 744, 390, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const by = await settledOverflow(page);
      if (by > 0) found[`${place}, ${width} px`] = by;
    }
  }
  expect(found).toEqual({});
});

/** Of everything that a selector finds, as it is laid out now. */
const boxes = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((found) =>
    found
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 || height > 0)
      .map(({ top, bottom, width, height }) => ({ top, bottom, width, height })),
  );

test('names keep the room to be read, at the widths of tablets too', async ({ page }) => {
  await signIn(page);
  const found: Record<string, number> = {};
  for (const place of ['', '/list/source', '/list/page']) {
    await page.setViewportSize({ width: 1440, height: 800 });
    await open(page, `${demo.project}${place}`, 'tbody [data-row]');
    for (const width of [1440, 1280, 1181, 1101, 1024, 961, 834, 768, 744, 721, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await settledOverflow(page);
      const narrowest = Math.min(...(await boxes(page, 'main .name')).map((box) => box.width));
      if (narrowest < 120) found[`${place}, ${width} px`] = narrowest;
    }
  }
  expect(found).toEqual({});
});

test('names keep the room to be read in settings and lists of conversions, on phones too', async ({
  page,
}) => {
  await signIn(page);
  const found: Record<string, number> = {};
  for (const [place, texts, least, from] of [
    ['settings/accounts', '.ledger > li > :first-child', 180, 320],
    ['settings/keys', '.quotas tbody th', 90, 320],
    ['conversions', '.account .why', 200, 320],
    ['conversions', '.conversions .origin', 90, 701],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 800 });
    await open(page, `${demo.project}/${place}`, texts);
    for (const width of [1240, 1101, 1100, 961, 768, 701, 390, 360, 320].filter((each) => each >= from)) {
      await page.setViewportSize({ width, height: 800 });
      await settledOverflow(page);
      const narrowest = Math.min(...(await boxes(page, texts)).map((box) => box.width));
      if (!(narrowest >= least)) found[`${texts} of ${place}, ${width} px`] = narrowest;
    }
  }
  expect(found).toEqual({});
});

/** Of how many elements the text ends less than some pixels before what comes after it begins. */
const runIntoNext = (page: Page, selector: string, least: number) =>
  page.locator(selector).evaluateAll(
    (found, gap) =>
      found.filter((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        const next = (element.closest('td, th') ?? element).nextElementSibling;
        if (!next) return false;
        const after = document.createRange();
        after.selectNodeContents(next);
        const [ends, begins] = [text.getBoundingClientRect(), after.getBoundingClientRect()];
        const isBeside = begins.width > 0 && begins.top < ends.bottom && begins.bottom > ends.top;
        return isBeside && ends.left < begins.left && begins.left - ends.right < gap;
      }).length,
    least,
  );

test('texts that stand side by side stand apart, with a clock of twelve hours too', async ({ page }) => {
  await signIn(page);
  const found: Record<string, number> = {};
  for (const [place, texts] of [
    [`${demo.project}/conversions`, '.conversions .when time'],
    [`${demo.project}/conversions`, '.account thead th'],
    [`${demo.project}/spend`, '.sources td'],
    [`${project}?metric=revenue`, '.panels td:is(.trend, .companion)'],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 800 });
    await open(page, place, texts);
    for (const width of [1440, 1280, 1101, 768, 390, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await settledOverflow(page);
      const many = await runIntoNext(page, texts, 8);
      if (many > 0) found[`${texts}, ${width} px`] = many;
    }
  }
  expect(found).toEqual({});
});

test('the id of an order stands on one line beside a campaign with a long name', async ({ page }) => {
  await signIn(page);
  const order = `.conversions .order:text-is("${SHORT_ORDER}")`;
  await open(page, `${project}/conversions`, order);
  for (const width of [1440, 1240, 1101, 900, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await settledOverflow(page);
    const lines = await page.locator(order).evaluate((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return text.getClientRects().length;
    });
    expect(lines, `${width} px`).toBe(1);
  }
});

test('names of figures and of pages have room on the narrowest phone', async ({ page }) => {
  await signIn(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await open(page, demo.project, '.metric .label');
  const cut = await page
    .locator('.metric .label')
    .evaluateAll((labels) => labels.filter((label) => label.scrollWidth > label.clientWidth).length);
  expect(cut, 'names wider than their figures').toBe(0);
  for (const { height } of await boxes(page, '.tab-bar > :is(a, button)')) expect(height).toBeLessThan(48);
});

test('a long domain stays within the bar, and above the headline', async ({ page }) => {
  await signIn(page);
  await open(page, `${project}/bots`, 'h1');
  for (const width of [1440, 960, 760, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await settledOverflow(page);
    const [[name], [heading], [live]] = [
      await boxes(page, 'button.project:visible'),
      await boxes(page, 'h1'),
      await boxes(page, '.live:visible'),
    ];
    expect(name?.top, `${width} px`).toBeGreaterThanOrEqual(0);
    expect(name?.bottom, `${width} px`).toBeLessThanOrEqual(width > 960 ? 800 : (heading?.top ?? 0));
    expect(live?.height ?? 20, `${width} px`).toBeLessThanOrEqual(24);
  }
});

test('what holds text grows with it, to twice its size', async ({ page }) => {
  await signIn(page);
  const found: Record<string, number> = {};
  for (const [place, shown] of [
    ['', '.latest'],
    ['/list/source', 'tbody [data-row]'],
    ['/events', '.event-rows'],
    ['/conversions', 'tbody [data-row]'],
    ['/live', 'h1'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(page, `${demo.project}${place}`, shown);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const by = await settledOverflow(page);
    if (by > 0) found[`${place} is wider by`] = by;
    const lines = await page.locator('h1, .metric .figure, .metric .label, .name').evaluateAll((texts) =>
      texts.flatMap((text) => {
        const { fontSize, lineHeight } = getComputedStyle(text);
        const line = Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
        return line < 1 ? [line] : [];
      }),
    );
    if (lines.length > 0) found[`${place} has lines of`] = Math.min(...lines);
    // Of what stands in a chart the room is worked out in px.
    if (place === '') await expect(page.locator('.note text').first()).toHaveCSS('font-size', '13px');
  }
  expect(found).toEqual({});
});
