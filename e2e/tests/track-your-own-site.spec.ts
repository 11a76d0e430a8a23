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
  await page.getByLabel('Domain').fill('localhost/shop');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('alert'), 'it is said once, at the field').toContainText('without https://');
  await page.getByLabel('Domain').fill('https://LocalHost/shop?x=1');
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

const openSettings = async (section: string) => {
  await page.goto(`${new URL(page.url()).origin}/${projectOf(page)}/settings/${section}`);
  await expect(heading()).toBeVisible();
};
const projectOf = (of: Page) => new URL(of.url()).pathname.split('/')[1];

test('Tracking tells that events arrive, and has a tag with a hash that a browser accepts', async () => {
  await openSettings('tracking');
  await expect(page.getByText('Events arrive.')).toBeVisible();
  const tag = (await page.locator('pre', { hasText: 'integrity=' }).textContent()) ?? '';
  const { site, address } = await serveSite(tag);
  const other = await page.context().newPage();
  await other.goto(address);
  await expect.poll(() => other.evaluate(() => 'Service' in window)).toBe(true);
  await other.close();
  site.close();
  await expectNoFaults();
});

test('another time zone says what changes before it is saved, and a bad one says what is wrong', async () => {
  await openSettings('project');
  const zone = page.getByLabel('Time zone');
  await zone.fill('Asia/Kolkata');
  const words = page.getByText('Days begin 3 hours and 30 minutes earlier than now.');
  await expect(words.or(page.getByText('Days begin 4 hours and 30 minutes earlier than now.'))).toBeVisible();
  await expect(page.getByText('a range may then have 90 days at most')).toBeVisible();
  await zone.press('Escape');
  await expect(zone).toHaveValue('Europe/Berlin');
  await zone.fill('Europe/Atlantis');
  await page.getByRole('button', { name: 'Change the time zone' }).click();
  await expect(page.getByText('Unknown time zone: Europe/Atlantis')).toBeVisible();
  await zone.fill('Asia/Tokyo');
  await page.getByRole('button', { name: 'Change the time zone' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(zone).toHaveValue('Asia/Tokyo');
  await expectNoFaults();
});

test('each field is saved by itself', async () => {
  await page.getByLabel('Name', { exact: true }).fill('Teapots');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByLabel('Hosts').fill('https://shop.example/');
  await page.keyboard.press('Tab');
  await page.getByLabel('Currency').selectOption('USD');
  await expect(page.getByText('Invalid host name')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Teapots');
  await expect(page.getByLabel('Currency')).toHaveValue('USD');
  await expect(page.getByLabel('Hosts')).toHaveValue('');
});

test('of choices that overlap the last one is stored, however slow the network is', {
  tag: '@long',
}, async () => {
  const sent: string[] = [];
  const arrive: (() => void)[] = [];
  await page.route('**/dashboard-api/v1/projects/*/settings', async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    sent.push((route.request().postDataJSON() as { currency: string }).currency);
    await new Promise<void>((resolve) => arrive.push(resolve));
    await route.continue();
  });
  const currency = page.getByLabel('Currency');
  for (const code of ['GBP', 'JPY', 'CHF']) await currency.selectOption(code);
  await expect.poll(() => sent).toEqual(['GBP']);
  arrive[0]?.();
  await expect.poll(() => sent).toEqual(['GBP', 'CHF']);
  arrive[1]?.();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.unroute('**/dashboard-api/v1/projects/*/settings');
  await page.reload();
  await expect(currency).toHaveValue('CHF');
});

test('a project is deleted once its domain is written, and nobody finds it then', async () => {
  const address = page.url();
  await page.getByRole('button', { name: 'Delete the project…' }).click();
  await page.getByLabel('To go on, write localhost').fill('teapots');
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was done' })).toBeVisible();
  await page.getByLabel('To go on, write localhost').fill('localhost');
  await page.getByRole('button', { name: 'Delete it' }).click();
  await page.waitForURL(`**/${demo.project}**`);
  await page.goto(address);
  await expect(heading()).toContainText('There is nothing at this address.');
});
