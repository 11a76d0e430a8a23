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

  await page.goto('/demo/');
  await expect
    .poll(() => overviewOf(collector.ask, 'excluded'), { message: 'the person is counted' })
    .toMatchObject({ visitors: 1, pageviews: 1 });
  expect(await included()).toMatchObject({ visitors: 2, pageviews: 2 });
});
