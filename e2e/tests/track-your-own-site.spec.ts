import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { type StartedDemo, startDemo } from '../started-demo.ts';
import { windowedUserAgent } from '../windowed-user-agent.ts';

// Each goes on where the one before ended.
test.describe.configure({ mode: 'serial' });

let demo: StartedDemo;
let page: Page;
test.beforeAll(async ({ browser }) => {
  demo = await startDemo();
  page = await (await browser.newContext({ timezoneId: 'Europe/Berlin' })).newPage();
});
test.afterAll(() => demo.end());

const heading = () => page.getByRole('heading', { level: 1 });

/** A site of one page, which is what somebody pastes a tag into. */
async function serveSite(tag: string) {
  const site = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<!doctype html><html lang="en"><head><title>Teapots</title>${tag}</head><body>Hi</body></html>`,
    );
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  return { site, address: `http://localhost:${(site.address() as AddressInfo).port}/` };
}

async function expectNoFaults(): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);
}

test('a stranger goes from the demo to an account and a project of their own, without a command', async () => {
  await page.goto(demo.demoLink);
  await page.getByRole('link', { name: 'Track your own site' }).click();
  await expect(heading()).toContainText('Track your own site.');
  await expect(page.getByLabel('Name')).toBeFocused();
  await expectNoFaults();
  await page.getByLabel('Name').fill('Ann');
  await page.getByLabel('E-mail').fill('ann@example.com');
  await page.getByLabel('Password').fill('short');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('at least 10 characters');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.keyboard.press('Enter');

  await expect(heading()).toContainText('Which site do you want to track?');
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin');
  await expectNoFaults();
  await page.getByLabel('Domain').fill('https://localhost/');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('alert')).toContainText('without https://');
  await page.getByLabel('Domain').fill('localhost');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(heading()).toContainText('Waiting for the first visit to localhost.');
});

test('the tag of the page that waits, in a real page, turns it into the Overview by itself', async ({
  playwright,
  launchOptions,
}) => {
  const tag = (await page.locator('pre code').first().textContent()) ?? '';
  const { site, address } = await serveSite(tag);
  const args = [...(launchOptions.args ?? []), `--user-agent=${await windowedUserAgent(launchOptions)}`];
  const visitor = await playwright.chromium.launch({ ...launchOptions, args });
  await (await visitor.newPage()).goto(address);
  await expect(heading()).toContainText(/visit|person|somebody/i);
  await expect(heading()).not.toContainText('Waiting');
  await visitor.close();
  site.close();
});
