import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { headedFocus } from '../headed-focus.ts';
import { signUp } from '../sign-up.ts';
import { type StartedDemo, startDemo } from '../started-demo.ts';

type Received = { readonly headers: NodeJS.Dict<string | string[]>; readonly body: Buffer };

/** A server that is told of events, well or ill. */
let status = 200;
const received: Received[] = [];
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(status, { 'X-Receiver': 'shop' }).end(status === 200 ? 'thanks' : 'out of order');
  });
});

let demo: StartedDemo;
test.beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  demo = await startDemo(0, { CVQ_ALLOW_PRIVATE_WEBHOOKS: '1', CVQ_BOT_NETWORKS: 'off' });
});
test.afterAll(async () => {
  receiver.close();
  await demo.end();
});

const rows = (page: Page) => page.locator('.delivery');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** A lead of a person, as the shop tells it. */
async function convert(): Promise<void> {
  const at = Date.now();
  const answer = await fetch(`http://127.0.0.1:${demo.port}/v1/events`, {
    method: 'POST',
    headers: {
      ...{ 'Content-Type': 'application/json', 'Accept-Language': 'de' },
      'User-Agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    },
    body: JSON.stringify({
      ...{ key: demo.project, visitor_id: 'v1', session_id: 's1' },
      events: [
        {
          ...{ id: `evt_${at}_lead`, event_type: 'lead', timestamp: new Date(at).toISOString() },
          context: { page_url: 'http://localhost/contact', referrer: '' },
        },
      ],
    }),
  });
  expect(answer.status).toBe(202);
}

test('an endpoint is made, tested, fails, and is sent once more what it missed', async ({ page }) => {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  await signUp(page, demo);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('No server is told of events yet.');

  await page.getByRole('button', { name: 'New endpoint…' }).click();
  const made = dialog(page, 'New endpoint');
  await made.getByLabel('URL').fill('http://10.0.0.1:22/');
  await made.getByRole('button', { name: 'Create' }).click();
  await expect(made.getByRole('alert')).toContainText('Port 22 is not allowed.');
  await made.getByLabel('URL').fill(url);
  await made.getByRole('checkbox', { name: 'Leads' }).check();
  await made.getByRole('button', { name: 'Create' }).click();
  const shown = dialog(page, 'The secret of the endpoint');
  const secret = (await shown.locator('.once').textContent()) ?? '';
  await shown.getByRole('button', { name: 'I stored it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('One endpoint is told of events.');
  await expect(page.getByText(secret)).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveCount(1);

  await page.getByLabel('Type of the test').selectOption('signup');
  await page.getByRole('button', { name: /^Send test/ }).click();
  await expect(page.getByText(/^Acknowledged with 200 in /)).toBeVisible();
  const [first] = received;
  expect(JSON.parse(String(first?.body))).toMatchObject({ type: 'signup' });
  const signature = createHmac('sha256', secret)
    .update(first?.body ?? '')
    .digest('hex');
  expect(first?.headers['x-service-signature']).toBe(`sha256=${signature}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(/signup test.*Acknowledged 200.*1 of 1/);

  status = 500;
  await convert();
  await expect(rows(page).first()).toContainText(/lead.*Will be tried again 500.*1 of 6/);
  // By the keyboard from here: the row, what it opens to, and sending it again.
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const full = page.locator('.delivery-in-full');
  await expect(full).toContainText('The next attempt is due on');
  await expect(full).toContainText('"type": "lead"');
  await expect(full).toContainText('x-receiver: shop');
  await expect(full).toContainText('out of order');
  await page.reload();
  await expect(full, 'the address says what is open').toContainText('out of order');

  status = 200;
  await full.getByRole('button', { name: 'Redeliver' }).focus();
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toContainText(/lead.*Acknowledged 200.*1 of 6/);
  await expect(rows(page).nth(1)).toContainText(/lead.*Taken back 500 · sent again/);
  expect(received.at(-1)?.body).toEqual(received.at(-2)?.body);
  await expect(page.getByText('2 of the last 3 attempts acknowledged')).toBeVisible();

  await page.getByRole('button', { name: /^Pause/ }).click();
  await expect(page.getByText('Paused: its deliveries wait')).toBeVisible();
  await page.getByRole('button', { name: /^New secret…/ }).click();
  await dialog(page, 'Make a new secret?').getByRole('button', { name: 'Make it' }).click();
  await dialog(page, 'The new secret').getByRole('button', { name: 'I stored it' }).click();
  await expect(page.getByText('Two secrets sign: the former one until')).toBeVisible();
  const { host } = new URL(url);
  await page.getByRole('button', { name: 'New endpoint…' }).click();
  await made.getByLabel('URL').fill(`http://${host}/other?token=1`);
  await made.getByRole('checkbox', { name: 'Leads' }).check();
  await made.getByRole('button', { name: 'Create' }).click();
  await shown.getByRole('button', { name: 'I stored it' }).click();
  await expect(page.locator('#log-endpoint option')).toHaveText([
    ...['All endpoints', `${host}/hook`, `${host}/other`],
  ]);
  await expect(rows(page).first()).toContainText(`${host}/hook`);
  await page.getByRole('button', { name: `Remove… ${host}/other` }).click();
  await page.getByLabel(`To go on, write ${host}/other`).fill(`${host}/other`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Remove… ${host}`, exact: true }).click();
  await page.getByLabel('To go on, write').fill(host);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('No server is told of events yet.');
  await expect(headedFocus(page)).toHaveText(/./);
});
