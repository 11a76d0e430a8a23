import type { ListWebhookDeliveriesResponse, ListWebhooksResponse } from '@cvq/contract';
import { expect, it } from 'vitest';
import { askSql } from '../ask-sql.ts';
import { startTestCollector } from '../collector.ts';
import { liesIn } from '../lies-in.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { addPerson, openBrowser, PASSWORD } from './browser.ts';
import { everyAnswerAbout } from './every-answer-about.ts';

const DAY = 86_400_000;
/** Of which no webhook tells, besides ten of which one does. `RETENTION_VISITS` asks for more, to measure what that costs. */
const VISITS = Number(process.env.RETENTION_VISITS ?? 100);
/** In properties, in the bodies of webhooks, and in no dictionary. */
const CANARY = 'canary-of-long-ago';

const collector = await startTestCollector({
  settings: { CVQ_ARCHIVE_HOURS: '0', CVQ_ALLOW_PRIVATE_WEBHOOKS: '1' },
});
const { clock, client, folder, project, serverKey } = collector;
const receiver = await startReceiver();
// What compacts and what sends has the clock of the machine.
const now = Date.now();

let sales = 0;
/** Visits of a moment: a page each, and what the backend says was bought. */
async function visits(at: number, count: number, note: string): Promise<void> {
  clock.now = at;
  const events = Array.from({ length: count }, () => {
    const session_id = `s${++sales}`;
    const properties = { order_id: `${note}-${sales}`, value: 20, currency: 'EUR', note };
    const page = { page_url: 'https://shop.example/tea', user_agent: 'Mozilla/5.0 (X11) Firefox/140.0' };
    return [
      { event_type: 'pageview', session_id, context: page },
      { event_type: 'purchase', session_id, properties, user_data: { email: `${session_id}@example.com` } },
    ];
  }).flat();
  for (let from = 0; from < events.length; from += 100) {
    const json = { events: events.slice(from, from + 100) };
    const { status } = await client.send({
      ...{ method: 'POST', path: '/v1/track/batch', bearer: serverKey, json },
    });
    expect(status).toBe(200);
  }
}

it('what is past the retention goes from rows, blocks, days, roll-ups and bodies, and kept days answer as before', async () => {
  clock.now = now;
  await addPerson(collector, 'ann@example.com', true);
  const browser = openBrowser(collector);
  await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });
  await browser.post(`/projects/${project}/webhooks`, { url: receiver.url, events: ['purchase'] });
  // What sends also purges what is older than its log: as it starts, and not again while these are sent.
  await visits(now, 1, 'kept');
  await expect.poll(() => receiver.requests.length, { timeout: 60_000 }).toBe(1);
  await visits(now - 95 * DAY, 10, CANARY);
  await expect.poll(() => receiver.requests.length, { timeout: 60_000 }).toBe(11);
  const [hook] = ((await browser.get(`/projects/${project}/webhooks`)).body as ListWebhooksResponse).data;
  await browser.put(`/projects/${project}/webhooks/${hook?.id}`, { enabled: false });
  await visits(now - 95 * DAY, VISITS, CANARY);
  await visits(now - 60 * DAY, 5, 'kept');
  await visits(now - 3 * DAY, 5, 'kept');
  clock.now = now;
  const told = async () =>
    (
      (await browser.get(`/projects/${project}/webhook-deliveries?limit=1000`))
        .body as ListWebhookDeliveriesResponse
    ).data;

  const days = { from: dayOf(now - 100 * DAY), kept: dayOf(now - 80 * DAY), to: dayOf(now) };
  const sold = async (from: string) => {
    const asked = await browser.get(
      `/analytics/timeseries?project=${project}&start_date=${from}&end_date=${days.to}&granularity=day`,
    );
    return (asked.body as { data: { points: { conversions: number }[] } }).data.points.reduce(
      (sum, point) => sum + point.conversions,
      0,
    );
  };
  expect(await sold(days.from)).toBe(VISITS + 21);
  await expect.poll(() => askSql(folder, ATTIC), { timeout: 60_000 }).toMatchObject({ blocks: 1, days: 1 });

  // Ten days ago nothing was past the retention.
  clock.now = now - 10 * DAY;
  const { body } = await browser.post(`/projects/${project}/settings`, { retention_days: 90 });
  expect(body).toMatchObject({ data: { retention_days: 90 } });
  clock.now = now;
  const kept = await everyAnswerAbout(project, browser);
  expect(await sold(days.kept)).toBe(11);
  const began = performance.now();
  await expect.poll(() => sold(days.from), { timeout: 60_000, interval: 200 }).toBe(11);
  if (process.env.RETENTION_VISITS !== undefined)
    process.stdout.write(
      `${2 * (VISITS + 10)} events went within ${Math.round(performance.now() - began)} ms\n`,
    );

  expect(await everyAnswerAbout(project, browser)).toBe(kept);
  expect(await sold(days.kept)).toBe(11);
  expect((await collector.stored()).length).toBe(22);
  expect(JSON.stringify([await told(), await collector.stored()])).not.toContain(CANARY);
  expect(askSql(folder, ATTIC)).toEqual({ blocks: null, days: 0 });
  await collector.stop();
  expect(liesIn(folder, CANARY)).toBe(false);
  expect(liesIn(folder, 'kept-')).toBe(true);
}, 180_000);

/** What is archived and stored as columns of before the first kept day. */
const ATTIC = `SELECT (SELECT sum(rows) > 0 FROM blocks WHERE last_at < ${now - 90 * DAY}) AS blocks,
  (SELECT count(*) FROM days WHERE events IS NOT NULL AND start < ${now - 90 * DAY}) AS days`;

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
