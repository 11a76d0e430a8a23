import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import { OverviewResponse } from '@cvq/contract';
import { chromium } from '@playwright/test';
import { expect, test } from '../collector.ts';

const overviewOf = async (ask: (path: string) => Promise<unknown>, bots: string) =>
  OverviewResponse.parse(await ask(`/v1/analytics/overview?range=today&bots=${bots}`)).data;

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
  const today = new Date().toISOString().slice(0, 10);
  expect(await collector.ask(`/v1/analytics/bots?date_from=${today}`)).toMatchObject({
    total_bot_requests: 1,
    by_category: { search_engine: 0, ai_crawler: 0, monitoring: 0, other: 1 },
    top_bots: [{ name: 'curl', requests: 1 }],
  });
});
