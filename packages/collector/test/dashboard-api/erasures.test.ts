import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Erasure, ErasureResponse, ListErasuresResponse } from '@cvq/contract';
import { expect, it } from 'vitest';
import { startBeside, startTestCollector } from '../collector.ts';
import { keepReading } from '../keep-reading.ts';
import { liesIn } from '../lies-in.ts';
import { runSql } from '../run-sql.ts';
import { textsThatHave } from '../texts-that-have.ts';
import { addPerson, codeOf, openBrowser, PASSWORD, type TestBrowser } from './browser.ts';
import { everyAnswerAbout } from './every-answer-about.ts';

const collector = await startTestCollector();
const { client, serverKey, project, clock, folder, origin, control } = collector;
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

it('takes a person out of every file, and leaves every answer as it was except for what names the person', async () => {
  const [user, device, email] = ['customer-canary-4711', 'device.canary.77', 'ada.canary@example.com'];
  await visit(user, device, email);
  await visit(`${user}0`, 'device.other.1', 'other@example.com');
  await importSpend();
  const before = await everyAnswer();
  expect(before.includes(`"campaign_id":"c-1"`)).toBe(true);
  expect([user, device].filter(lies)).toEqual([user, device]);
  const counts = {
    ...{ users: 1, visitors: 1, events: 2, conversions: 1, sessions: 1, values: 2 },
    ...{ texts: 0, user_data: 1, deliveries: 0, ad_deliveries: 0, ad_deliveries_taken: 0 },
    ad_deliveries_maybe_taken: 0,
  };
  const person = { by: 'user_id', value: user };
  expect(await preview(person)).toEqual({ data: counts, meta: { unreadable_user_data: 0 } });
  expect(await everyAnswer()).toBe(before);
  const receipt = await erase(person);
  expect(receipt).toMatchObject({ by: 'user_id', attempts: 1, erased: counts, log_cleared: true });
  const withoutOther = (text: string) => text.replaceAll(`/account/${user}0`, '/other');
  expect(withoutOther(await everyAnswer())).toBe(
    withoutOther(before).replaceAll(`/account/${user}`, '(erased)'),
  );
  expect(await preview(person)).toMatchObject({ data: null });
  const [entry] = await collector.control.listAudit({ action: 'erase_person', limit: 1 });
  expect(entry).toMatchObject({ subject: receipt.id, subjectName: 'a user id', outcome: 'done' });
  expect(JSON.stringify([entry, receipt])).not.toContain(user);
});

type Named = { readonly data: { readonly id: string } };
const wrote = async (path: string, json: object) => {
  const { status, body } = await browser.post(`/projects/${project}/${path}`, json);
  expect([path, status, body]).toMatchObject([path, 200, {}]);
  return (body as Named | undefined)?.data?.id ?? '';
};
const listed = async (what: string) => (await browser.get(`/${what}?project=${project}`)).body;

it('takes a person out of what a team wrote, and of the header that its browser sent', async () => {
  const [user, device] = ['team-canary-0815', 'device.team.canary'];
  const who = { user_id: user, session_id: `${device}.s1` };
  const { status } = await client.send({
    ...{ method: 'POST', path: '/v1/events' },
    headers: { 'User-Agent': `ShopApp/2.1 (account ${user}) Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0` },
    json: {
      ...{ ...who, key: project, visitor_id: device },
      events: [
        {
          ...{ id: `evt_${clock.now}_teamcanary`, event_type: 'pageview' },
          context: { page_url: `https://shop.example/account/${user}` },
        },
      ],
    },
  });
  expect(status).toBe(202);
  await track(`call-${user}`, who, { [`score-${user}`]: 7 });
  const filter = [
    `page:is:/account/${user}|/pric\\|es`,
    `property:score-${user}:gt:3`,
    `property:plan:gt:49`,
    'country:is:DE',
  ];
  await wrote('segments', { name: `Visits of ${user}`, filter });
  await wrote('segments', { name: `Visits of ${device}`, filter: [`page:contains:${user}2`] });
  await wrote('funnels', { name: `Calls of ${user}`, event_types: ['pageview', `call-${user}`] });
  await wrote('funnels', { name: 'Calls', event_types: [`call-${user}`, `call-${device}`] });
  const note = await wrote('annotations', { date: '2026-11-20', text: `${user} and ${user}2 complained.` });
  const at = `/projects/${project}/annotations/${note}`;
  await browser.put(at, { date: '2026-11-20', text: `Mr. ${user.toUpperCase()} called, ${user}2 did not.` });
  await wrote('bot-rules', { user_agent_contains: [`account ${user}`, 'HealthCheck/1.0'] });
  const before = await everyAnswer();
  expect(textsThatHave(folder, user)).toEqual(
    expect.arrayContaining(
      [
        ...['segments.name', 'segments.filters', 'saved_funnels.steps', 'annotations.text'],
        ...['bot_rules.value', 'audit_log.subject_name', 'audit_log.before', 'audit_log.after'],
      ].map((column) => `control ${column}`),
    ),
  );
  expect(textsThatHave(folder, device)).toContain('control segments.name');

  const person = { by: 'user_id', value: user };
  // Two segments, two funnels, an annotation, a rule, and an entry of each that was written: the note twice.
  expect(await preview(person)).toMatchObject({ data: { texts: 13, events: 2 } });
  expect(await everyAnswer()).toBe(before);
  expect(await erase(person)).toMatchObject({ erased: { texts: 13, events: 2 }, log_cleared: true });

  expect(await listed('segments')).toMatchObject({
    data: [
      { name: 'Visits of (erased)', filter: [`page:contains:${user}2`] },
      {
        name: 'Visits of (erased) 2',
        filter: [
          'page:is:(erased)|/pric\\|es',
          'property:(erased):gt:3',
          'property:plan:gt:49',
          'country:is:DE',
        ],
      },
    ],
  });
  const [, segment] = ((await listed('segments')) as { data: { id: string }[] }).data;
  const asked = `/analytics/overview?project=${project}&range=30d&segment=${segment?.id}`;
  expect((await browser.get(asked)).status).toBe(200);
  expect((await browser.get(`/projects/${project}/funnels`)).body).toMatchObject({
    data: [{ name: 'Calls of (erased)', event_types: ['pageview', '(erased)'] }],
  });
  expect(await listed('annotations')).toMatchObject({
    data: [{ text: `Mr. (erased) called, ${user}2 did not.` }],
  });
  expect(await control.listBotRules(project)).toEqual([
    { kind: 'userAgentContains', value: 'HealthCheck/1.0' },
  ]);
  await browser.put(at, { date: '2026-11-20', text: 'Nobody called.' });
  const others = new RegExp(`${user}2`, 'g');
  expect(textsThatHave(folder, user, others)).toEqual([]);
  expect(textsThatHave(folder, device)).toEqual([]);
  expect(JSON.stringify(await collector.stored())).not.toContain(user);
  expect(lies(device)).toBe(false);
});

it('finds what a team wrote of somebody whose events are gone, and leaves what a short id would be in', async () => {
  await wrote('annotations', {
    date: '2026-11-21',
    text: 'gone-canary-99 had asked to be erased; 7777 is a number.',
  });
  expect(await preview({ by: 'user_id', value: '7777' })).toMatchObject({ data: null });
  const person = { by: 'user_id', value: 'gone-canary-99' };
  expect(await preview(person)).toMatchObject({ data: { texts: 2, events: 0 } });
  expect(await erase(person)).toMatchObject({ erased: { texts: 2, events: 0 }, log_cleared: true });
  expect(lies('gone-canary-99')).toBe(false);
  expect(JSON.stringify(await listed('annotations'))).toContain('(erased) had asked to be erased; 7777');
});

it('clears files that somebody was reading meanwhile once they are not read any more', async () => {
  const user = 'read-canary-4242';
  await track('pageview', { user_id: user, context: { page_url: `https://shop.example/${user}` } });
  const endReading = await keepReading(folder);
  const { id, log_cleared } = await erase({ by: 'user_id', value: user });
  expect([log_cleared, lies(user)]).toEqual([false, true]);
  await endReading();
  clock.now += 60_000;
  await wrote('annotations', { date: '2026-11-22', text: 'What is changed is heard of.' });
  await expect.poll(async () => (await finished(id)).log_cleared, { timeout: 30_000 }).toBe(true);
  expect(lies(user)).toBe(false);
});

it('finds the user data of an address however it is spelled, and nobody else by one that is like it', async () => {
  await visit('u-mail-1', 'device.mail.1', 'Grace.Hopper+shop@gmail.com');
  await visit('u-mail-2', 'device.mail.2', 'grace.hopper@other.example');
  await visit('u-mail-3', 'device.mail.3', 'gracehopper@other.example');
  const by = (value: string) => preview({ by: 'email', value });
  expect(await by(' GRACEHOPPER@googlemail.com')).toMatchObject({ data: null });
  expect(await by('GRACEHOPPER@gmail.com ')).toMatchObject({ data: { users: 1, events: 2, user_data: 1 } });
  expect(await by('Grace.Hopper@OTHER.example')).toMatchObject({ data: { users: 1, events: 2 } });
  expect(await by('grace.hopper+shop@other.example')).toMatchObject({ data: null });
  expect(await erase({ by: 'email', value: 'gracehopper@gmail.com' })).toMatchObject({ by: 'email' });
  expect(await by('GRACEHOPPER@gmail.com')).toMatchObject({ data: null });
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

it('is finished also where its project is deleted meanwhile', async () => {
  const other = await collector.addProject();
  const sale = { event_type: 'purchase', user_id: 'deleted-canary-1', properties: { order_id: 'D-1' } };
  const call = { method: 'POST', path: '/v1/track', bearer: other.serverKey } as const;
  expect((await client.send({ ...call, json: sale })).status).toBe(200);
  const { body } = await browser.post(`/projects/${other.project}/erasures`, {
    ...{ by: 'user_id', value: 'deleted-canary-1' },
  });
  const domain = (await control.findProject(other.project))?.domain;
  expect((await browser.post(`/projects/${other.project}/delete`, { domain })).status).toBe(200);
  expect(codeOf(await browser.get(`/projects/${other.project}/erasures`))).toBe('not_found');
  const { id } = (body as ErasureResponse).data;
  await expect
    .poll(async () => (await control.findErasure(id))?.receipt, { timeout: 30_000 })
    .toMatchObject({ events: 1, isLogCleared: true });
  expect(lies('deleted-canary-1')).toBe(false);
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

it('tells in its preview and its receipt what an address could not be looked for in', async () => {
  const other = await startTestCollector();
  await addPerson(other, 'flo@example.com', true);
  const sale = { event_type: 'purchase', user_id: 'u-sealed', user_data: { email: 'sealed@example.com' } };
  const call = { method: 'POST', path: '/v1/track', bearer: other.serverKey } as const;
  expect((await other.client.send({ ...call, json: sale })).status).toBe(200);
  // What another secret sealed cannot be told from this.
  runSql(other.folder, 'events', "UPDATE user_data SET sealed = X'00'");
  const flo = openBrowser(other);
  await flo.post('/sign-in', { email: 'flo@example.com', password: PASSWORD });
  const path = `/projects/${other.project}/erasures`;
  const person = { by: 'email', value: 'sealed@example.com' };
  const asked = await flo.post(`${path}/preview`, person);
  expect(asked.body).toEqual({ data: null, meta: { unreadable_user_data: 1 } });
  const { id } = ((await flo.post(path, person)).body as ErasureResponse).data;
  const told = async () =>
    ((await flo.get(path)).body as ListErasuresResponse).data.find((one) => one.id === id);
  await expect.poll(async () => (await told())?.finished_at, { timeout: 30_000 }).toBeTruthy();
  expect(await told()).toMatchObject({ erased: null, unreadable_user_data: 1 });
  const byUser = { by: 'user_id', value: 'u-sealed' };
  expect((await flo.post(`${path}/preview`, byUser)).body).toMatchObject({
    ...{ data: { events: 1 }, meta: { unreadable_user_data: 0 } },
  });
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
