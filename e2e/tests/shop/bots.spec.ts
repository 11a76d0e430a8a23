import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import { OverviewResponse } from '@cvq/contract';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { type Collector, expect, test } from '../../collector.ts';
import { firstOfAlike } from '../../first-of-alike.ts';

const overviewOf = async (ask: (path: string) => Promise<unknown>, bots: string) =>
  OverviewResponse.parse(await ask(`/v1/analytics/overview?range=7d&bots=${bots}`)).data;

test('a browser that a program drives is recorded as a bot, and an ordinary one is not', async ({
  page,
  collector,
  launchOptions,
}) => {
  const { args: _, ignoreDefaultArgs: __, ...options } = launchOptions;
  const driven = await chromium.launch({ ...options, args: ['--no-sandbox', '--enable-automation'] });
  const bot = await driven.newPage();
  await bot.goto(new URL('/demo/', collector.address).href);
  const included = () => overviewOf(collector.ask, 'included');
  await expect.poll(included, { message: 'the bot is recorded' }).toMatchObject({ visitors: 1 });
  const warned = bot.waitForEvent('console', (message) => message.text().includes('excluded bot'));
  await bot.evaluate("cvq.debug(true); cvq.push(['track', 'looked'])");
  expect((await warned).type(), 'a developer is told').toBe('warning');
  await driven.close();
  expect(await overviewOf(collector.ask, 'excluded')).toMatchObject({ visitors: 0, pageviews: 0 });
  expect((await collector.stored())[0]?.bot).toMatchObject({
    reasons: expect.arrayContaining(['webdriver']),
  });

  await page.goto('/demo/');
  await expect
    .poll(() => overviewOf(collector.ask, 'excluded'), { message: 'the person is counted' })
    .toMatchObject({ visitors: 1, pageviews: 1 });
  expect(await included()).toMatchObject({ visitors: 2, pageviews: 2 });
  expect((await collector.stored()).at(-1)?.bot, 'the person is none').toBeNull();
});

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

/** What Puppeteer sends for a user agent with its hints, and for its own size of a page. */
async function poseAsWindows(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const brands = [{ brand: 'Chromium', version: '156' }];
  await session.send('Emulation.setUserAgentOverride', {
    userAgent: WINDOWS,
    userAgentMetadata: {
      ...{ brands, platform: 'Windows', platformVersion: '15.0.0', architecture: 'x86', model: '' },
      mobile: false,
    },
  });
  const size = { width: 800, height: 600, deviceScaleFactor: 0, mobile: false };
  await session.send('Emulation.setDeviceMetricsOverride', size);
}

type Hidden = {
  what: string;
  context?: BrowserContextOptions;
  script?: string;
  prepare?: (page: Page) => Promise<void>;
  reasons: string[];
};

/** In the browser of all these tests, which denies its driver itself. */
const HIDDEN_BY_THE_BROWSER: readonly Hidden[] = [
  {
    what: 'with a user agent of Windows and no sign of its driver',
    context: { userAgent: WINDOWS },
    reasons: ['platform_mismatch', 'headless_screen'],
  },
  {
    what: 'with the same in the size that a browser without a screen has',
    context: { userAgent: WINDOWS, viewport: null },
    reasons: ['platform_mismatch', 'headless_screen'],
  },
  {
    what: 'with the user agent and the hints of Windows',
    context: { viewport: null },
    prepare: poseAsWindows,
    reasons: ['platform_mismatch', 'headless_screen'],
  },
];

/** In a browser that tells its pages of its driver, unless a script prevents that. */
const HIDDEN_BY_A_SCRIPT: readonly Hidden[] = [
  {
    what: 'with a getter that denies its driver',
    script: "Object.defineProperty(navigator, 'webdriver', { get: () => false })",
    reasons: ['webdriver_faked'],
  },
  {
    what: 'whose driver took the getter away',
    context: { viewport: null },
    script: 'delete Navigator.prototype.webdriver',
    reasons: ['webdriver_hidden', 'headless_screen'],
  },
];

for (const [index, hidden] of HIDDEN_BY_THE_BROWSER.entries())
  test(`a browser ${hidden.what} is a bot`, firstOfAlike(index), ({ browser, collector }) =>
    expectBot(browser, collector, hidden),
  );

test.describe('driven', () => {
  let driven: Browser;
  test.beforeAll(async ({ launchOptions }) => {
    const userAgent = (launchOptions.args ?? []).filter((arg) => arg.startsWith('--user-agent='));
    driven = await chromium.launch({ ...launchOptions, args: ['--no-sandbox', ...userAgent] });
  });
  test.afterAll(() => driven.close());

  for (const [index, hidden] of HIDDEN_BY_A_SCRIPT.entries())
    test(`a browser ${hidden.what} is a bot`, firstOfAlike(index), ({ collector }) =>
      expectBot(driven, collector, hidden),
    );
});

async function expectBot(
  browser: Browser,
  collector: Collector,
  { context, script, prepare, reasons }: Hidden,
): Promise<void> {
  const page = await browser.newPage(context ?? {});
  if (script) await page.addInitScript(script);
  await prepare?.(page);
  await page.goto(new URL('/demo/', collector.address).href);
  await expect
    .poll(async () => (await collector.stored())[0]?.bot, { message: 'the bot is recorded' })
    .toMatchObject({ reasons: expect.arrayContaining(reasons) });
  await page.close();
}

test('tabs that are shown one after another are a person', { tag: '@long' }, async ({
  page,
  context,
  collector,
}) => {
  await page.goto('/demo/');
  const tabs: Page[] = [];
  for (let tab = 0; tab < 14; tab += 1) {
    const opened = await context.newPage();
    // A tab in the background is hidden until it is shown, which a browser without a window never is.
    await opened.addInitScript(BACKGROUND_TAB);
    await opened.goto(`/demo/?tab=${tab}`);
    tabs.push(opened);
  }
  for (const tab of tabs) {
    await tab.evaluate('show()');
    await tab.waitForTimeout(450);
  }
  await expect.poll(async () => (await collector.stored()).length).toBe(15);
  expect((await collector.stored()).map(({ bot }) => bot)).toEqual(Array.from({ length: 15 }, () => null));
});

const BACKGROUND_TAB = `
  let isHidden = true;
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
  window.show = () => { isHidden = false; document.dispatchEvent(new Event('visibilitychange')); };`;

test('a request of the pixel by curl shows up with its reason', async ({ collector }) => {
  const pixel = new URL(`/v1/pixel.gif?key=${collector.project}`, collector.address);
  const { stdout } = await promisify(execFile)('curl', [
    ...['--silent', '--fail', '--output', devNull, '--write-out', '%{content_type}', pixel.href],
  ]);
  expect(stdout).toBe('image/gif');
  expect(await collector.stored()).toMatchObject([
    { origin: 'pixel', bot: { name: 'curl', reasons: ['user_agent', 'no_javascript'] } },
  ]);
  expect(await overviewOf(collector.ask, 'excluded')).toMatchObject({ visitors: 0, pageviews: 0, events: 0 });
  expect(await collector.ask('/v1/analytics/bots?range=7d')).toMatchObject({
    total_bot_requests: 1,
    by_category: { search_engine: 0, ai_crawler: 0, monitoring: 0, other: 1 },
    top_bots: [{ name: 'curl', requests: 1 }],
  });
});
