import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { namesOfFiles } from '../../test/builders/names-of-files.ts';
import { letStepUpsEnd } from '../let-step-ups-end.ts';
import { runCvq } from '../run-cvq.ts';
import { ANN, signUp } from '../sign-up.ts';
import { type StartedDemo, startDemo } from '../started-demo.ts';

const USER = 'customer-canary-1042';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await startDemo(0);
});
test.afterAll(() => demo.end());

const lies = (text: string) =>
  namesOfFiles(demo.folder).some((name) => readFileSync(path.join(demo.folder, name)).includes(text));

test('a person is looked for, erased by keyboard, and in no file afterwards, while reports stay', async ({
  page,
}) => {
  await signUp(page, demo);
  await page.waitForLoadState('networkidle');
  const env = { PATH: process.env.PATH, CVQ_DATA: demo.folder };
  const made = await runCvq(env, 'project', 'create', '--domain', 'shop.example', '--json');
  const shop = JSON.parse(made) as { id: string; server_key: string };
  for (const [order, user] of [
    ['A-1', USER],
    ['A-2', USER],
    ['A-3', 'customer-7'],
  ]) {
    const answer = await fetch(`http://127.0.0.1:${demo.port}/v1/track`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${shop.server_key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...{ event_type: 'purchase', user_id: user, user_data: { email: `${user}@example.com` } },
        properties: { order_id: order, value: 20, currency: 'EUR', note: `for ${user}` },
      }),
    });
    expect(answer.status).toBe(200);
  }
  const at = `http://localhost:${demo.port}/${shop.id}`;
  const overview = () =>
    page.evaluate(
      async (id) => (await fetch(`/dashboard-api/v1/analytics/overview?project=${id}&range=today`)).json(),
      shop.id,
    );
  await page.goto(`${at}/settings/erasure`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nobody has been erased.');
  const { data: before } = await overview();
  expect(before).toMatchObject({ visitors: 2, conversions: 3, revenue: 60 });

  const whom = page.getByLabel('Whom?');
  await whom.fill('nobody-at-all');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nobody here has a user id that reads nobody-at-all.')).toBeVisible();
  await whom.fill(USER);
  await page.keyboard.press('Enter');
  const preview = page.getByRole('region', { name: 'What would go' });
  await expect(preview.getByRole('listitem').first()).toHaveText('2 events, which stay counted');
  await expect(preview).toContainText('2 values that read (erased)');
  expect(lies(USER)).toBe(true);

  await letStepUpsEnd(demo.folder);
  await preview.getByRole('button', { name: 'Erase…' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('To go on, write').fill(USER);
  await page.keyboard.press('Enter');
  const asked = page.getByRole('dialog', { name: 'Give your password again.' });
  await asked.getByRole('textbox').fill(ANN.password);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1 })).toContainText('One person has been erased.');
  const row = page.getByRole('list', { name: 'Erasures' }).getByRole('listitem');
  await expect(row).toContainText('2 events, which stay counted · 2 conversions among them');
  const arrival = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Receipt' }).press('Enter');
  const receipt = readFileSync(await (await arrival).path(), 'utf8');
  expect(JSON.parse(receipt)).toMatchObject({ by: 'user_id', erased: { events: 2, user_data: 2 } });
  expect(receipt).not.toContain(USER);
  expect(lies(USER)).toBe(false);
  expect((await overview()).data).toEqual(before);
});
