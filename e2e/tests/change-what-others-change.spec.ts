import type { ListSegmentsResponse, ListWebhooksResponse } from '@cvq/contract';
import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../sign-up.ts';
import { type StartedDemo, startDemo } from '../started-demo.ts';

let demo: StartedDemo;
let page: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  demo = await startDemo(0, { CVQ_ALLOW_PRIVATE_WEBHOOKS: '1', CVQ_BOT_NETWORKS: 'off' });
  page = await (await browser.newContext()).newPage();
  await signUp(page, demo);
});
test.afterAll(() => demo.end());

const open = (rest: string) => page.goto(`http://localhost:${demo.port}/${demo.project}${rest}`);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** What a window of somebody else asks or writes: the page that is open learns nothing of it. */
const elsewhere = <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
  page.evaluate(
    async ([how, where, what]) => {
      const headers = { 'Content-Type': 'application/json', 'X-Cvq-Dashboard': '1' };
      const init = what === null ? {} : { method: how, headers, body: what };
      const response = await fetch(`/dashboard-api/v1${where}`, init);
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  );

test('an endpoint keeps the URL and the events that somebody else changed while the dialog was open', async () => {
  const at = `/projects/${demo.project}/webhooks`;
  await elsewhere('POST', at, { url: 'http://127.0.0.1:18181/old', events: ['purchase', 'lead'] });
  const stored = async () => (await elsewhere<ListWebhooksResponse>('GET', at)).data[0];
  const id = (await stored())?.id;
  await open('/webhooks');
  await button(/^Change…/).click();
  await elsewhere('PUT', `${at}/${id}`, {
    url: 'http://127.0.0.1:18181/new',
    events: ['purchase', 'signup'],
  });
  await page.getByRole('checkbox', { name: 'Page views' }).check();
  await button('Save').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await stored()).toMatchObject({
    url: 'http://127.0.0.1:18181/new',
    events: ['pageview', 'purchase', 'signup'],
  });
});

test('a segment keeps the name and the conditions that somebody else gave it since the page was opened', async () => {
  const at = `/projects/${demo.project}/segments`;
  type Saved = { data: { id: string } };
  const { data } = await elsewhere<Saved>('POST', at, { name: 'Phones', filter: ['device:is:mobile'] });
  await open(`/events?segment=${data.id}&filter=country:is:DE`);
  await expect(page.getByText('Segment Phones')).toBeVisible();
  const changed = { name: 'Hand-held', filter: ['device:is:mobile|tablet'] };
  await elsewhere('PUT', `${at}/${data.id}`, changed);
  await page.getByTitle('Change this segment').click();
  await button('Save').click();
  await expect(page.getByText('Segment Hand-held')).toBeVisible();
  const all = await elsewhere<ListSegmentsResponse>('GET', `/segments?project=${demo.project}`);
  expect(all.data.find(({ id }) => id === data.id)).toMatchObject({
    name: 'Hand-held',
    filter: ['device:is:mobile|tablet', 'country:is:DE'],
  });
});
