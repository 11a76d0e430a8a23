import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Erasure, ErasureResponse, ListErasuresResponse } from '@cvq/contract';
import { expect, it } from 'vitest';
import { startBeside, startTestCollector } from '../collector.ts';
import { liesIn } from '../lies-in.ts';
import { addPerson, codeOf, openBrowser, PASSWORD, type TestBrowser } from './browser.ts';
import { everyAnswerAbout } from './every-answer-about.ts';

const collector = await startTestCollector();
const { client, serverKey, project, clock, folder, origin } = collector;
await addPerson(collector, 'ann@example.com', true);
const browser = openBrowser(collector);
await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });

const at = `/projects/${project}/erasures`;

type Sent = Readonly<Record<string, unknown>>;
async function track(event_type: string, json: Sent, properties: Sent = {}): Promise<void> {
  const body = { event_type, properties, ...json };
  const { status } = await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json: body });
  expect(status).toBe(200);
}

let orders = 0;
/** A visit of a person: a page with the id in its address, and a purchase with an e-mail address. */
async function visit(user: string, device: string, email: string): Promise<void> {
  const who = { user_id: user, session_id: `${device}.s1`, visitor_id: device };
  const page = {
    page_url: `https://shop.example/account/${user}?mail=${email}&utm_source=tiktok&utm_medium=cpc&utm_id=c-1`,
    page_title: `Orders of ${user}`,
  };
  await track('pageview', {
    ...who,
    context: { ...page, user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
  });
  const sale = { order_id: `O-${++orders}`, value: 20, currency: 'EUR', note: `for ${user}` };
  await track('purchase', { ...who, user_data: { email } }, sale);
}

/** What the campaign of those visits cost. */
async function importSpend(): Promise<void> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const day = new Date(clock.now - 86_400_000).toISOString().slice(0, 10);
  const { status } = await client.send({
    ...{ method: 'POST', path: `/dashboard-api/v1/projects/${project}/spend` },
    headers: {
      ...{ Host: new URL(origin).host, 'Sec-Fetch-Site': 'same-origin', Origin: origin },
      ...{ 'X-Cvq-Dashboard': '1', Cookie: cookie, 'Content-Type': 'text/csv' },
    },
    body: `date,platform,campaign_id,campaign,spend,impressions,clicks,currency\n${day},tiktok_ads,c-1,Autumn,12.50,1000,40,EUR`,
  });
  expect(status).toBe(200);
}

async function finished(id: string, asked: TestBrowser = browser): Promise<Erasure> {
  const find = async () => {
    const { data } = (await asked.get(at)).body as ListErasuresResponse;
    return data.find((one) => one.id === id);
  };
  await expect.poll(async () => (await find())?.finished_at, { timeout: 60_000 }).toBeTruthy();
  return (await find()) as Erasure;
}

async function erase(person: object): Promise<Erasure> {
  const { status, body } = await browser.post(at, person);
  expect(status).toBe(200);
  return finished((body as ErasureResponse).data.id);
}

const preview = async (person: object) => (await browser.post(`${at}/preview`, person)).body;

const lies = (text: string) => liesIn(folder, text);
const everyAnswer = () => everyAnswerAbout(project, browser);

it('takes a person out of every file, and leaves every answer as it was but for what names the person', async () => {
  const [user, device, email] = ['customer-canary-4711', 'device.canary.77', 'ada.canary@example.com'];
  await visit(user, device, email);
  await visit(`${user}0`, 'device.other.1', 'other@example.com');
  await importSpend();
  const before = await everyAnswer();
  expect(before.includes(`"campaign_id":"c-1"`)).toBe(true);
  expect([user, device].filter(lies)).toEqual([user, device]);
  const counts = {
    ...{ users: 1, visitors: 1, events: 2, conversions: 1, sessions: 1, values: 2 },
    ...{ user_data: 1, deliveries: 0, ad_deliveries: 0, ad_deliveries_taken: 0 },
  };
  const person = { by: 'user_id', value: user };
  expect(await preview(person)).toEqual({ data: counts });
  expect(await everyAnswer()).toBe(before);
  const receipt = await erase(person);
  expect(receipt).toMatchObject({ by: 'user_id', attempts: 1, erased: counts, log_cleared: true });
  const withoutOther = (text: string) => text.replaceAll(`/account/${user}0`, '/other');
  expect(withoutOther(await everyAnswer())).toBe(
    withoutOther(before).replaceAll(`/account/${user}`, '(erased)'),
  );
  expect(await preview(person)).toEqual({ data: null });
  const [entry] = await collector.control.listAudit({ action: 'erase_person', limit: 1 });
  expect(entry).toMatchObject({ subject: receipt.id, subjectName: 'a user id', outcome: 'done' });
  expect(JSON.stringify([entry, receipt])).not.toContain(user);
});

it('finds the user data of an address however it is spelled, and nobody else by one that is like it', async () => {
  await visit('u-mail-1', 'device.mail.1', 'Grace.Hopper+shop@gmail.com');
  await visit('u-mail-2', 'device.mail.2', 'grace.hopper@other.example');
  await visit('u-mail-3', 'device.mail.3', 'gracehopper@other.example');
  const by = (value: string) => preview({ by: 'email', value });
  expect(await by(' GRACEHOPPER@googlemail.com')).toEqual({ data: null });
  expect(await by('GRACEHOPPER@gmail.com ')).toMatchObject({ data: { users: 1, events: 2, user_data: 1 } });
  expect(await by('Grace.Hopper@OTHER.example')).toMatchObject({ data: { users: 1, events: 2 } });
  expect(await by('grace.hopper+shop@other.example')).toEqual({ data: null });
  expect(await erase({ by: 'email', value: 'gracehopper@gmail.com' })).toMatchObject({ by: 'email' });
  expect(await by('GRACEHOPPER@gmail.com')).toEqual({ data: null });
  expect([1, 2, 3].filter((index) => lies(`u-mail-${index}`))).toEqual([2, 3]);
});

it('is done once more where it is asked for twice, and of nobody where there is nobody', async () => {
  await visit('u-twice', 'device.twice', 'twice@example.com');
  const person = { by: 'user_id', value: 'u-twice' };
  const [first, second] = await Promise.all([browser.post(at, person), browser.post(at, person)]);
  const receipts = await Promise.all(
    [first, second].map(({ body }) => finished((body as ErasureResponse).data.id)),
  );
  expect(receipts.map(({ erased }) => erased?.events ?? null).toSorted()).toEqual([2, null]);
  expect(await erase({ by: 'visitor_id', value: 'nobody.at.all' })).toMatchObject({ erased: null });
});

it('refuses what is no address, and asks for the password again', async () => {
  const refused = await browser.post(at, { by: 'email', value: 'no address' });
  expect([codeOf(refused), JSON.stringify(refused.body)]).toEqual([
    'invalid_request',
    expect.stringContaining('Invalid e-mail address'),
  ]);
  expect(codeOf(await browser.post(at, { by: 'name', value: 'Ann' }))).toBe('invalid_request');
  clock.now += 600_000;
  expect(codeOf(await browser.post(at, { by: 'user_id', value: 'u-mail-2' }))).toBe('step_up_required');
  await browser.post('/step-up', { password: PASSWORD });
  expect(lies('u-mail-2')).toBe(true);
});

it('is taken up by the next collector where one ends half-way, with no trace of whom it is about meanwhile', async () => {
  const other = await startTestCollector();
  await addPerson(other, 'eve@example.com', true);
  const requests = Array.from({ length: 3_000 }, (_, index) => ({
    ...{ event_type: 'pageview', user_id: 'u-long-canary', session_id: `long.s${index % 50}` },
    context: { page_url: `https://shop.example/u-long-canary/${index}` },
  }));
  for (let from = 0; from < requests.length; from += 100) {
    const json = { events: requests.slice(from, from + 100) };
    const call = { method: 'POST', path: '/v1/track/batch', bearer: other.serverKey } as const;
    expect((await other.client.send({ ...call, json })).status).toBe(200);
  }
  const eve = openBrowser(other);
  await eve.post('/sign-in', { email: 'eve@example.com', password: PASSWORD });
  const path = `/projects/${other.project}/erasures`;
  const { body } = await eve.post(path, { by: 'user_id', value: 'u-long-canary' });
  const { id } = (body as ErasureResponse).data;
  const told = async (asked: TestBrowser) =>
    ((await asked.get(path)).body as ListErasuresResponse).data.find((one) => one.id === id);
  const soFar = async () => (await told(eve))?.events_so_far ?? 0;
  await expect.poll(soFar, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0);
  expect(readFileSync(join(other.folder, 'control.db-wal')).includes('u-long-canary')).toBe(false);
  await other.stop();
  const inFile = () => readFileSync(join(other.folder, 'events.db')).includes('u-long-canary');
  expect([(await other.control.findErasure(id))?.finishedAt, inFile()]).toEqual([null, true]);
  const next = await startBeside(other);
  await expect
    .poll(async () => (await other.control.findErasure(id))?.finishedAt, { timeout: 60_000 })
    .toBe(other.clock.now);
  expect((await other.control.findErasure(id))?.attempts).toBe(2);
  await next.stop();
  expect(inFile()).toBe(false);
});
