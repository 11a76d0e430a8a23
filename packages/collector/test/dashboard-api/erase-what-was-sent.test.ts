import type {
  Erasure,
  ErasureResponse,
  ListErasuresResponse,
  ListWebhookDeliveriesResponse,
} from '@cvq/contract';
import { expect, it } from 'vitest';
import { startMockAdPlatforms } from '../../../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { startTestCollector, USER_AGENT } from '../collector.ts';
import { liesIn } from '../lies-in.ts';
import { textsThatHave } from '../texts-that-have.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { addPerson, openBrowser, PASSWORD } from './browser.ts';
import { everyAnswerAbout } from './every-answer-about.ts';

const DAY = 86_400_000;
const mock = await startMockAdPlatforms();
untilFileEnds(() => mock.close());
const collector = await startTestCollector({
  settings: {
    ...mock.settings,
    ...{ CVQ_DELIVERY_HOLD_SECONDS: '0', CVQ_ALLOW_PRIVATE_WEBHOOKS: '1', CVQ_ARCHIVE_HOURS: '0' },
  },
});
const { clock, client, folder, project, serverKey } = collector;
const other = await collector.addProject();
const receiver = await startReceiver();
// What sends and what compacts has the clock of the machine.
clock.now = Date.now();
await addPerson(collector, 'ann@example.com', true);
const browser = openBrowser(collector);
await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });

const MAIL = 'ada.canary@example.com';
const USERS = ['customer-canary-1', 'customer-canary-2'];
const DEVICES = ['device.canary.1', 'device.canary.2', 'device.canary.3'];
/** Ids of clicks have those of devices in them. */
const CANARIES = [MAIL, ...USERS, ...DEVICES];

let events = 0;
async function post(path: string, json: object, bearer?: string): Promise<void> {
  const headers = { 'Content-Type': bearer ? 'application/json' : 'text/plain', 'User-Agent': USER_AGENT };
  const { status } = await client.send({ method: 'POST', path, bearer, headers, body: JSON.stringify(json) });
  expect(status).toBe(bearer ? 200 : 202);
}

/** The first of the two ids is in an address, too. */
const pathOf = (user: string) => (user === USERS[0] ? `/account/${user}` : '/tea');

/** A page view of a browser, from an ad. */
const view = (user: string, device: string, of = project) =>
  post('/v1/events', {
    ...{ key: of, visitor_id: device, session_id: `${device}.s1`, user_id: user },
    events: [
      {
        ...{ id: `evt_${clock.now}_v${++events}`, event_type: 'pageview' },
        context: { page_url: `https://shop.example${pathOf(user)}?fbclid=IwAR0${device}` },
      },
    ],
  });

/** The same, and a purchase that the backend reports. */
async function visit(user: string, device: string, email: string): Promise<void> {
  await view(user, device);
  const sale = {
    ...{ event_type: 'purchase', user_id: user, session_id: `${device}.s1`, user_data: { email } },
    properties: { order_id: `O-${++events}`, value: 20, currency: 'EUR', note: `for ${user}` },
    consent: { ad_storage: 'granted', ad_user_data: 'granted' },
  };
  await post('/v1/track', sale, serverKey);
}

async function done<Data>(answer: Promise<{ status: number; body: unknown }>): Promise<Data> {
  const { status, body } = await answer;
  expect([status, body]).toMatchObject([200, {}]);
  return (body as { data: Data }).data;
}

const sent = () => mock.state().meta_ads.conversions.length;
const logged = () =>
  done<ListWebhookDeliveriesResponse['data']>(
    browser.get(`/projects/${project}/webhook-deliveries?limit=100`),
  );

/** Asks of both projects, which compacts them, and stores events of the other, for as long as something lasts. */
async function meanwhile<Result>(something: Promise<Result>): Promise<Result> {
  let isOver = false;
  const over = something.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await view('busy', 'busy', other.project);
    for (const of of [project, other.project])
      await browser.get(`/analytics/overview?project=${of}&range=30d`);
  }
  return over;
}

async function erase(person: object): Promise<Erasure> {
  const path = `/projects/${project}/erasures`;
  const { id } = await done<ErasureResponse['data']>(browser.post(path, person));
  const find = async () =>
    (await done<ListErasuresResponse['data']>(browser.get(path))).find((one) => one.id === id);
  await expect.poll(async () => (await find())?.finished_at, { timeout: 60_000 }).toBeTruthy();
  return (await find()) as Erasure;
}

it('takes a person of several ids and devices out of what was sent, archived and logged, beside compaction', async () => {
  const { dataset } = mock.accounts.meta;
  const meta = { account_id: dataset, map: { purchase: 'Purchase' }, dry_run: false };
  const credentials = JSON.stringify(mock.credentials('meta'));
  await done(browser.post(`/projects/${project}/integrations/meta_ads`, { ...meta, credentials }));
  await done(browser.post(`/projects/${project}/webhooks`, { url: receiver.url, events: ['*'] }));

  const now = clock.now;
  clock.now = now - 3 * DAY;
  for (const [index, device] of DEVICES.entries()) await visit(USERS[index % 2] as string, device, MAIL);
  await visit('customer-7', 'device.other', 'other@example.com');
  clock.now = now - DAY;
  await visit('customer-8', 'device.another', 'another@example.com');
  clock.now = now;
  await expect.poll(sent, { timeout: 30_000 }).toBe(5);
  const isTold = async () => (await logged()).filter(({ state }) => state === 'acknowledged').length;
  await expect.poll(isTold, { timeout: 30_000 }).toBe(10);
  await everyAnswerAbout(project, browser);

  const before = await everyAnswerAbout(project, browser);
  expect(CANARIES.filter((canary) => liesIn(folder, canary))).toEqual(
    CANARIES.filter((each) => each !== MAIL),
  );
  expect(textsThatHave(folder, USERS[1] as string)).toContain('events strings.value');
  const receipt = await meanwhile(erase({ by: 'email', value: MAIL }));
  // A backend's sales are of a visitor that has no device, for each user.
  expect(receipt).toMatchObject({
    log_cleared: true,
    erased: { users: 2, visitors: 5, events: 6, conversions: 3, deliveries: 6, ad_deliveries: 3 },
  });
  expect(await everyAnswerAbout(project, browser)).toBe(
    before.replaceAll(pathOf(USERS[0] as string), '(erased)'),
  );
  expect(CANARIES.filter((canary) => liesIn(folder, canary))).toEqual([]);
  expect(CANARIES.flatMap((canary) => textsThatHave(folder, canary))).toEqual([]);
  expect(JSON.stringify([await logged(), await collector.stored()])).not.toContain('canary');
  expect((await collector.stored()).length).toBe(10);
  await collector.stop();
  expect(CANARIES.filter((canary) => liesIn(folder, canary))).toEqual([]);
}, 120_000);
