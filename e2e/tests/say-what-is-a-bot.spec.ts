import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../sign-up.ts';
import { type StartedDemo, startDemo } from '../started-demo.ts';

const KIOSK =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 ShopKiosk/4';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await startDemo(0, { CVQ_BOT_NETWORKS: 'off' });
  for (const [visitor, type] of [
    ['one', 'pageview'],
    ['two', 'pageview'],
    ['two', 'purchase'],
  ] as const)
    await send(visitor, type);
});
test.afterAll(() => demo.end());

let sent = 0;
async function send(visitor: string, type: string): Promise<string> {
  sent += 1;
  const at = Date.now();
  const id = `evt_${at}_kiosk${sent}`;
  const answer = await fetch(`http://127.0.0.1:${demo.port}/v1/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': KIOSK, 'Accept-Language': 'de' },
    body: JSON.stringify({
      ...{ key: demo.project, visitor_id: visitor, session_id: `session-${visitor}` },
      events: [
        {
          ...{ id, event_type: type, timestamp: new Date(at).toISOString() },
          context: { page_url: 'http://localhost/kiosk', referrer: '' },
        },
      ],
    }),
  });
  expect(answer.status).toBe(202);
  return id;
}

const rule = (page: Page) => page.locator('.bot-rules li');
const preview = (page: Page) => page.locator('.rule-preview');

test('a rule is previewed while it is written, saved, and acts on the next event', async ({ page }) => {
  await signUp(page, demo);
  await page.goto(`http://localhost:${demo.port}/${demo.project}/bots`);
  await expect(page.getByText('CVQ_BOT_NETWORKS is off')).toBeVisible();

  const field = page.getByRole('textbox', { name: 'User agent contains' });
  await field.fill('mozilla');
  await expect(preview(page)).toContainText('matches browsers of people');
  await expect(page.getByRole('button', { name: 'Add it all the same' })).toBeVisible();
  await field.fill('shopkiosk');
  await expect(preview(page)).toContainText(
    'Would have matched 3 requests of the last 7 days; 2 people among them count as people so far, 1 of whom converted.',
  );
  await expect(preview(page).locator('tbody tr')).toContainText([KIOSK]);
  await page.keyboard.press('Enter');
  await expect(rule(page)).toContainText('shopkiosk');
  await expect(page.getByText('Added: it applies from the next event on.')).toBeVisible();

  const id = await send('three', 'pageview');
  const became = () =>
    page.evaluate(async (path) => {
      const { data } = (await (await fetch(path)).json()) as {
        data: { event_id: string; state: string; bot: { reasons?: string[] } | null }[];
      };
      return data;
    }, `/dashboard-api/v1/analytics/events?project=${demo.project}&range=today`);
  await expect.poll(async () => (await became()).find(({ event_id }) => event_id === id)?.state).toBe('bot');

  await page.getByRole('combobox', { name: 'Kind of rule' }).selectOption('Network');
  await page.getByRole('textbox', { name: 'Network' }).fill('192.0.2.0/33');
  await expect(preview(page)).toContainText('Use an IP address, or a network such as 192.0.2.0/24.');
  await page.getByRole('textbox', { name: 'Network' }).fill('192.0.2.0/24');
  await expect(preview(page)).toContainText('It holds 256 addresses.');

  await page.getByRole('button', { name: 'Remove shopkiosk' }).focus();
  await page.keyboard.press('Enter');
  await expect(rule(page)).toHaveCount(0);

  await page.getByRole('link', { name: 'See the Overview with bots included' }).click();
  await expect(page.getByText('Bots included')).toBeVisible();
  await page.getByRole('button', { name: 'Leave bots out' }).click();
  await expect(page).not.toHaveURL(/bots=included/);
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('include b');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/bots=included/);
});
