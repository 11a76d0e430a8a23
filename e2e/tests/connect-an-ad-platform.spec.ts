import type { ListIntegrationsResponse } from '@cvq/contract';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../ad-platforms.ts';
import { buyThreeCups } from '../buy-three-cups.ts';
import { runCvq } from '../run-cvq.ts';
import type { CollectorProgram } from '../sdk/collector-program.ts';
import { tabTo } from '../tab-to.ts';

const PASSWORD = 'correct horse battery';
let people = 0;

/** The settings of the project, opened by somebody who may change them. */
async function openIntegrations(page: Page, program: CollectorProgram, project: string): Promise<Page> {
  people += 1;
  const email = `ann${people}@example.com`;
  await runCvq(
    { ...program.env, CVQ_PASSWORD: PASSWORD },
    'user',
    'create',
    '--email',
    email,
    '--superadmin',
  );
  const settings = await page.context().newPage();
  const origin = program.address.replace('127.0.0.1', 'localhost');
  await settings.goto(`${origin}/${project}/settings/integrations`);
  await settings.getByLabel('E-mail').fill(email);
  await settings.getByLabel('Password').fill(PASSWORD);
  await settings.keyboard.press('Enter');
  await expect(settings.getByRole('heading', { level: 1 })).toBeVisible();
  return settings;
}

test('a platform is connected in a dry run, goes live, fails once and is told all the same', async ({
  page,
  program,
  mock,
  collector,
}) => {
  mock.reset();
  const settings = await openIntegrations(page, program, collector.project);
  await expect(settings.getByRole('heading', { level: 1 })).toContainText('No ad platform is told');
  const meta = settings.getByRole('region', { name: 'Meta' });
  await meta.getByRole('button', { name: 'Connect Meta' }).click();
  await meta.getByLabel('Id of the dataset (pixel)').fill('12');
  const { access_token: token = '' } = mock.credentials('meta') as { access_token?: string };
  await meta.getByLabel('Access token', { exact: true }).fill(token);
  await meta.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(meta.getByRole('alert').filter({ hasText: 'Events Manager' })).toBeVisible();
  await meta.getByLabel('Id of the dataset (pixel)').fill(mock.accounts.meta.dataset);
  await settings.keyboard.press('Enter');
  await expect(meta.getByText('Dry run: builds, sends nothing')).toBeVisible();
  await meta.getByRole('button', { name: 'Test Meta' }).click();
  await expect(meta.getByText('Conversions can be sent.')).toBeVisible();

  await buyThreeCups(page, '?fbclid=IwAR0dry-Run');
  const built = await openBuilt(meta);
  await expect(built).toContainText('IwAR0dry-Run');
  await expect(built).toContainText('"event_name": "Purchase"');
  expect(mock.state().meta_ads.conversions).toEqual([]);
  expect(await settings.content(), 'no token is shown').not.toContain(token);

  await meta.getByRole('button', { name: 'Go live…' }).click();
  await settings.getByRole('button', { name: 'Send conversions' }).click();
  await expect(meta.getByText('Sends conversions')).toBeVisible();
  mock.fail({ platform: 'meta_ads', fault: 'service_unavailable', times: 1 });
  await buyThreeCups(page, '?fbclid=IwAR0for-Real');
  const origin = new URL(settings.url()).origin;
  const again = settings.getByRole('button', { name: 'Try again to tell Meta' });
  await expect(async () => {
    await settings.goto(`${origin}/${collector.project}/conversions`);
    await settings.locator('main tbody [data-row]').first().click();
    await expect(again).toBeVisible({ timeout: 2_000 });
  }).toPass();
  expect(mock.state().meta_ads.conversions).toEqual([]);
  await again.click();
  await expect.poll(() => mock.state().meta_ads.conversions.length).toBe(1);
  expect(mock.state().meta_ads.conversions[0]?.clickIds.fbclid).toBe('IwAR0for-Real');
});

test('a platform that is connected anew says what it has, and is told of as it stands now', async ({
  page,
  program,
  mock,
}) => {
  mock.reset();
  const made = await runCvq(program.env, 'project', 'create', '--domain', 'tea.example', '--json');
  const { id: project, server_key: key } = JSON.parse(made) as { id: string; server_key: string };
  async function sell(click: string): Promise<void> {
    const sold = await fetch(`${program.address}/v1/track`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        event_type: 'purchase',
        properties: { order_id: click, value: 12, currency: 'EUR' },
        context: { fbclid: click },
      }),
    });
    expect(sold.status).toBe(200);
  }
  const settings = await openIntegrations(page, program, project);
  const meta = settings.getByRole('region', { name: 'Meta' });
  const { access_token: token = '' } = mock.credentials('meta') as { access_token?: string };
  async function connectMeta(): Promise<void> {
    await meta.getByRole('button', { name: 'Connect Meta' }).click();
    await meta.getByLabel('Id of the dataset (pixel)').fill(mock.accounts.meta.dataset);
    await meta.getByLabel('Access token', { exact: true }).fill(token);
    await meta.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(meta.getByText('Dry run: builds, sends nothing')).toBeVisible();
    await meta.getByRole('button', { name: 'Go live…' }).click();
  }
  await connectMeta();
  await settings.getByRole('button', { name: 'Send conversions' }).click();
  await expect(meta.getByText('Sends conversions')).toBeVisible();
  await sell('IwAR0first');
  await expect.poll(() => mock.state().meta_ads.conversions.length).toBe(1);
  mock.fail({ platform: 'meta_ads', fault: 'permission_denied', times: 1 });
  await sell('IwAR0second');
  await expect.poll(() => mock.state().meta_ads.requests.send).toBe(2);
  const ofMeta = ['--project', project, '--platform', 'meta_ads'];
  await runCvq(program.env, 'integration', 'remove', ...ofMeta);

  await settings.reload();
  await connectMeta();
  const today = new Date().toISOString().slice(0, 10);
  await settings.getByLabel('Also what was received since (may be left out)').fill(today);
  await settings.getByRole('button', { name: 'Count them first' }).click();
  await expect(settings.getByRole('status').filter({ hasText: 'from before' })).toHaveText(
    '2 conversions from before are sent too. Meta has, or may have, 1 of them by an integration that was removed: in the same account it may count those twice.',
  );
  await settings.getByRole('button', { name: 'Send conversions' }).click();
  await expect.poll(() => mock.state().meta_ads.conversions.length).toBe(2);
  await settings.goto(`${new URL(settings.url()).origin}/${project}/conversions`);
  const latest = settings
    .locator('main tbody tr')
    .filter({ has: settings.locator('[data-row]') })
    .first();
  await expect(latest.locator('td.g')).toHaveText(['Delivered']);
  await latest.locator('[data-row]').click();
  await expect(settings.getByRole('heading', { level: 1 })).toContainText('Meta has it.');
  await expect(settings.locator('.lane header b')).toHaveText(['Meta removed', 'Meta']);
});

test('a mapping keeps what somebody else put into it since the page was opened', async ({
  page,
  program,
  collector,
  adPlatforms,
}) => {
  await adPlatforms.connect('meta_ads');
  const settings = await openIntegrations(page, program, collector.project);
  const meta = settings.getByRole('region', { name: 'Meta' });
  const written = (map: object | null) =>
    settings.evaluate(
      async ([at, body]) => {
        const headers = { 'Content-Type': 'application/json', 'X-Cvq-Dashboard': '1' };
        if (body !== null) await fetch(`${at}/meta_ads`, { method: 'PUT', headers, body });
        const { data } = (await (await fetch(at)).json()) as ListIntegrationsResponse;
        return data.find(({ platform }) => platform === 'meta_ads')?.actions ?? {};
      },
      [
        `/dashboard-api/v1/projects/${collector.project}/integrations`,
        map && JSON.stringify({ map }),
      ] as const,
    );
  await expect(meta.getByLabel('Type 1', { exact: true })).toBeVisible();
  const before = await written(null);
  const [type = ''] = Object.keys(before);
  await expect(meta.getByLabel('Type 1', { exact: true })).toHaveValue(type);
  await written({ ...before, brochure: 'Contact' });
  await meta.getByRole('textbox', { name: /of type 1$/ }).fill('Subscribe');
  await settings.keyboard.press('Enter');
  await expect(meta.getByText('Saved')).toBeVisible();
  expect(await written(null)).toEqual({ ...before, brochure: 'Contact', [type]: 'Subscribe' });
  await expect(meta.getByRole('textbox', { name: /of type \d+$/ }).last()).toHaveValue('Contact');
});

/** Waits until the page of integrations shows one request that a dry run has built, and opens it. */
async function openBuilt(integration: Locator): Promise<Locator> {
  await expect(async () => {
    await integration.getByRole('button', { name: 'Look again' }).click();
    await expect(integration.locator('.built details')).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await integration.locator('.built summary').click();
  return integration.locator('.built pre');
}

test('Google is connected by keyboard alone, from the dry run to the sale that it counts', {
  tag: '@long',
}, async ({ page, program, mock, collector }) => {
  mock.reset();
  const settings = await openIntegrations(page, program, collector.project);
  const google = settings.getByRole('region', { name: 'Google Ads' });
  const { keyboard } = settings;
  const press = async (name: string) => {
    await tabTo(settings, google.getByRole('button', { name }));
    await keyboard.press('Enter');
  };
  const type = async (label: string, text: string) => {
    await tabTo(settings, google.getByLabel(label, { exact: true }));
    await keyboard.insertText(text);
  };
  await press('Connect Google Ads');
  const { account, loginAccount } = mock.accounts.google;
  await type('Customer number, ten digits', account);
  await type('Manager account, where it is reached through one', loginAccount);
  await type('Number of the conversion action of type 1', '7001');
  await type('Key file of the service account', JSON.stringify(mock.credentials('google-service-account')));
  await press('Connect');
  await expect(google.getByText('Dry run: builds, sends nothing')).toBeVisible();
  await press('Test Google Ads');
  await expect(google.getByText('Conversions can be sent.')).toBeVisible();
  await press('Read spend now of Google Ads');
  await expect(google.getByText(/^Read .* rows\.$/)).toBeVisible();

  await buyThreeCups(page, '?gclid=Cj0dry-Run');
  await expect(await openBuilt(google)).toContainText('Cj0dry-Run');
  expect(mock.state().google_ads.conversions).toEqual([]);
  await press('Go live…');
  await tabTo(settings, settings.getByRole('button', { name: 'Send conversions' }));
  await keyboard.press('Enter');
  await expect(google.getByText('Sends conversions')).toBeVisible();
  await buyThreeCups(page, '?gclid=Cj0for-Real');
  await expect
    .poll(() => mock.state().google_ads.conversions.map(({ clickIds }) => clickIds.gclid))
    .toEqual(['Cj0for-Real']);
});

test('Microsoft is connected by the consent of a person, from the dry run to the sale that it counts', {
  tag: '@long',
}, async ({ page, program, mock, collector }) => {
  mock.reset();
  const settings = await openIntegrations(page, program, collector.project);
  const microsoft = settings.getByRole('region', { name: 'Microsoft Ads' });
  const { refresh_token: _, ...credentials } = mock.credentials('microsoft') as Record<string, string>;
  await microsoft.getByRole('button', { name: 'Connect Microsoft Ads' }).click();
  await microsoft.getByLabel('Account id (aid)').fill(mock.accounts.microsoft.account);
  await microsoft.getByLabel('Customer id (cid)').fill(mock.accounts.microsoft.customer);
  await microsoft.getByLabel('Name of the goal, exactly of type 1').fill('Purchase');
  await microsoft
    .getByLabel('JSON with client_id and developer_token', { exact: true })
    .fill(JSON.stringify(credentials));
  await microsoft.getByRole('button', { name: 'Connect', exact: true }).click();
  const link = microsoft.getByRole('link', { name: 'Open this page of Microsoft' });
  const consent = await fetch((await link.getAttribute('href')) ?? '', { redirect: 'manual' });
  await microsoft.getByLabel('Address of the blank page').fill(consent.headers.get('location') ?? '');
  await settings.keyboard.press('Enter');
  await expect(microsoft.getByText('Dry run: builds, sends nothing')).toBeVisible();

  const click = (letter: string) => letter.repeat(32);
  await buyThreeCups(page, `?msclkid=${click('a')}`);
  await expect(await openBuilt(microsoft)).toContainText(click('a'));
  expect(mock.state().microsoft_ads.conversions).toEqual([]);
  await microsoft.getByRole('button', { name: 'Go live…' }).click();
  await settings.getByRole('button', { name: 'Send conversions' }).click();
  await expect(microsoft.getByText('Sends conversions')).toBeVisible();
  await buyThreeCups(page, `?msclkid=${click('b')}`);
  await expect
    .poll(() => mock.state().microsoft_ads.conversions.map(({ clickIds }) => clickIds.msclkid))
    .toEqual([click('b')]);
  const shown = await settings.content();
  expect(
    Object.values(credentials).filter((secret) => secret !== credentials.client_id && shown.includes(secret)),
  ).toEqual([]);
});

test('a file of spend is refused by line, then stored, and told on Spend', async ({
  page,
  program,
  collector,
}) => {
  const settings = await openIntegrations(page, program, collector.project);
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const file = (spend: string) => ({
    name: 'spend.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'date,platform,campaign_id,campaign,spend,impressions,clicks,currency',
        `${day},tiktok_ads,c-1,Autumn,12.50,1000,40,EUR`,
        `${day},tiktok_ads,c-2,Brand,${spend},900,30,EUR`,
      ].join('\n'),
    ),
  });
  const files = settings.getByRole('region', { name: 'What ads cost, by file' });
  await files.getByLabel('A CSV file').setInputFiles(file('7,50'));
  await expect(files.getByRole('list', { name: 'What is wrong' })).toContainText('Line 3');
  await expect(files.getByRole('button', { name: 'Import' })).toHaveCount(0);
  await files.getByLabel('A CSV file').setInputFiles(file('7.50'));
  await expect(files.getByRole('row', { name: /tiktok_ads/ })).toContainText('20.00');
  await files.getByRole('button', { name: 'Import' }).focus();
  await settings.keyboard.press('Enter');
  await expect(files.getByText('Stored 2 rows.')).toBeVisible();
  const rates = settings.getByRole('region', { name: 'Exchange rates' });
  const rateFile = (rate: string) => ({
    ...{ name: 'rates.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(`date,from,to,rate\n2026-11-01,USD,EUR,${rate}`),
  });
  await rates.getByLabel('A CSV file').setInputFiles(rateFile('0,9'));
  await expect(rates.getByRole('list', { name: 'What is wrong with the rates' })).toContainText('Line 2');
  await rates.getByLabel('A CSV file').setInputFiles(rateFile('0.9'));
  await expect(rates.getByRole('list', { name: 'Currencies with rates' })).toContainText('USD to EUR');
  await rates.getByRole('button', { name: 'Remove the rates from USD to EUR' }).click();
  await expect(rates.getByRole('list', { name: 'Currencies with rates' })).toHaveCount(0);
  await settings.goto(`${new URL(settings.url()).origin}/${collector.project}/spend`);
  await expect(settings.locator('.campaigns')).toContainText('Brand');
});
