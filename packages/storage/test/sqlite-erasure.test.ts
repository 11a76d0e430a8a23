import { closeSync, openSync, readdirSync, readFileSync, readSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DIMENSIONS, formatEventId } from '@cvq/contract';
import { type ErasureSubject, type EventRecord, openDeliveryStore } from '@cvq/storage';
import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  anEvent,
  aPage,
  aProject,
  aTouch,
  conversion,
  DAY,
  MINUTE,
  NOON,
  visitor,
} from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { UnusedBytes } from '../src/sqlite/erasure/unused-bytes.ts';
import { EVENT_COLUMNS } from '../src/sqlite/event-table.ts';
import { openForWriting } from '../src/sqlite/open-database.ts';
import { openSqliteErasures } from '../src/sqlite/open-erasures.ts';
import { WatchedStore } from '../src/sqlite/store-files/watched-store.ts';
import { openCompactingStores } from './compacting-stores.ts';
import { everyEvent, outcomes, totalsOf } from './contract/stores.ts';
import { EVERY_KIND, everyAnswer } from './every-answer.ts';
import { HISTORIES } from './histories.ts';
import { arrivals, mixedTraffic } from './traffic.ts';

const folder = temporaryFolder();
const store = openCompactingStores(folder);
const erasures = openSqliteErasures(
  { folder, migrate: true },
  { now: () => NOON + DAY, durability: 'unsynced' },
);
afterAll(async () => {
  await erasures.close();
  await store.close();
});

/** Erases, and clears the file as whoever asks does. */
async function erase(...asked: Parameters<typeof erasures.erase>) {
  const counts = await erasures.erase(...asked);
  expect(await erasures.clear('events')).toBe(true);
  return counts;
}

/** Writes a text between the list of cells and the first cell of each page that has room: of how many pages. */
function leaveInUnusedBytes(file: string, text: string): number {
  const PAGE = 4096;
  const fd = openSync(file, 'r+');
  const page = Buffer.alloc(PAGE);
  let pages = 0;
  for (let at = PAGE; readSync(fd, page, 0, PAGE, at) === PAGE; at += PAGE) {
    const listAt = ({ 2: 12, 5: 12, 10: 8, 13: 8 } as Record<number, number>)[page.readUInt8()];
    if (listAt === undefined) continue;
    const from = listAt + 2 * page.readUInt16BE(3);
    if (page.readUInt16BE(5) - from < text.length) continue;
    writeSync(fd, text, at + from);
    pages += 1;
  }
  closeSync(fd);
  return pages;
}

/** Whether any file of the store has a text in it, in a row, a free page or a log. */
const lies = (text: string): boolean =>
  readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));

const ADDRESS_OF_ANN = Uint8Array.of(1);
const ADDRESS_OF_BOB = Uint8Array.of(2);

/** An id that no other text has in it. */
const traceOf = (project: string, id: string) => `${id}-trace-of-${project}`;

/** An event of a project, with ids that can be traced, which it has in more than one place; some sales carry an address. */
function tracing(project: string, event: EventRecord): EventRecord {
  const of = (id: string | null) => (id === null ? null : traceOf(project, id));
  const userId = of(event.userId);
  const { visitor: device } = event;
  const isSale = event.type === 'purchase';
  const address = event.id.ms % 2 === 0 ? ADDRESS_OF_ANN : ADDRESS_OF_BOB;
  return {
    ...event,
    ...{ project, userId, title: userId, referrer: userId, extras: { userId } },
    visitor: device && { ...device, id: traceOf(project, device.id) },
    properties: userId === null ? event.properties : { ...event.properties, owner: userId },
    sealedUserData: isSale ? address : null,
  };
}

const seen = (project: string, given: Partial<EventRecord>) =>
  anEvent({ project, page: aPage('/'), visitor: visitor(`${project}-device`), ...given });

describe('an erased person', () => {
  it('is in no file of the store, whatever carried its name', async () => {
    const project = aProject();
    const user = 'u-canary-4711';
    const device = 'device-canary-77';
    const clickId = 'click-canary-99';
    const session = 'session-canary-55';
    const own = { userId: user, visitor: visitor(device), sessionId: session };
    const events = [
      seen(project, {
        ...own,
        page: { ...aPage(`/account/${user}/orders`), suffix: `?gclid=${clickId}` },
        title: `Orders of ${user}`,
        referrer: `https://mail.example/read?to=${user}`,
        touch: aTouch({ source: 'letter', content: user, campaignId: user }),
        clickIds: { gclid: clickId },
        properties: { owner: user, list: [{ [user]: 1 }], plan: 'pro' },
      }),
      seen(project, {
        ...own,
        at: NOON + MINUTE,
        type: 'purchase',
        conversion: conversion(1000, 'EUR', 'A-1'),
        facts: { sdk: '1.0.0', consent: null, gpc: false, clicks: { gclid: { value: clickId, at: null } } },
        extras: { note: user },
        sealedUserData: Buffer.from('sealed-canary-33'),
        idempotency: { key: `${user} 0`, request: `${user} *`, fingerprint: 'f' },
      }),
      seen(project, { at: NOON + 3 * DAY }),
    ];
    await store.ledger.append(events, {
      subscriptions: new Map([[project, [{ endpoint: 'e', events: ['*'] }]]]),
    });
    await everyAnswer(store.reports, project);
    const secrets = [user, device, clickId, session, 'sealed-canary-33'];
    expect(secrets.filter(lies)).toEqual(secrets);

    const counts = {
      ...{ users: 1, visitors: 1, events: 2, conversions: 1, sessions: 1 },
      ...{ values: 6, userData: 1, deliveries: 2, adDeliveries: 0, adDeliveriesTaken: 0 },
      adDeliveriesMaybeTaken: 0,
    };
    expect(await erasures.preview(project, { userId: user })).toEqual(counts);
    expect(await erase(project, { userId: user })).toEqual(counts);
    expect(secrets.filter(lies)).toEqual([]);
    await everyAnswer(store.reports, project);
    expect(secrets.filter(lies)).toEqual([]);
  });

  it('reads (erased) where a value named it, in reports, exports and the log of webhooks', async () => {
    const project = aProject();
    const own = { userId: 'u-77', visitor: visitor('dev-1') };
    const event = seen(project, {
      ...own,
      page: aPage('/u/u-77'),
      title: 'Hello U-77',
      properties: { owner: 'u-77', plan: 'pro', seats: 77 },
    });
    await store.ledger.append([event]);
    await erase(project, { userId: 'u-77' });
    const [stored] = await everyEvent(store, project);
    expect(stored).toMatchObject({
      page: { url: 'https://shop.example/(erased)', hostname: 'shop.example', path: '(erased)' },
      title: '(erased)',
      properties: { owner: '(erased)', plan: 'pro', seats: 77 },
      userId: expect.stringMatching(/^erased_/),
      visitor: { id: expect.stringMatching(/^erased_/), source: 'sdk' },
    });
    const { rows } = await store.reports.breakdown(
      { project, bots: 'excluded' },
      { from: 0, to: NOON + DAY },
      'page',
    );
    expect(rows.map(({ value }) => value)).toEqual(['(erased)']);
  });

  it('leaves every report as it was and no trace of it, whatever came before', async () => {
    const subjects = fc.constantFrom<(project: string) => { subject: ErasureSubject; trace: string }>(
      ...['u1', 'u2'].map((user) => (project: string) => {
        return { subject: { userId: traceOf(project, user) }, trace: traceOf(project, user) };
      }),
      ...['ann', 'bob', 'h1'].map((device) => (project: string) => {
        return { subject: { visitorId: traceOf(project, device) }, trace: traceOf(project, device) };
      }),
      (project) => {
        const email = traceOf(project, 'u1');
        return { subject: { email, isOf: (sealed) => sealed[0] === ADDRESS_OF_ANN[0] }, trace: email };
      },
    );
    await fc.assert(
      fc.asyncProperty(
        mixedTraffic.chain(arrivals),
        fc.array(subjects, { minLength: 1, maxLength: 2 }),
        fc.record({
          kinds: fc.constantFrom(...EVERY_KIND).map((kind) => [kind]),
          dimensions: fc.subarray([...DIMENSIONS, 'property:plan' as const], { minLength: 4, maxLength: 4 }),
        }),
        async (calls, asked, questions) => {
          const project = aProject();
          const answers = () => everyAnswer(store.reports, project, questions);
          const sent = calls.map((call) => call.map((event) => tracing(project, event)));
          for (const call of sent) await store.ledger.append(call);
          const before = await answers();
          for (const { subject, trace } of asked.map((one) => one(project))) {
            const previewed = await erasures.preview(project, subject);
            const receipt = await erase(project, subject);
            expect(receipt).toEqual(previewed);
            expect(await answers()).toEqual(before);
            expect(await erasures.preview(project, subject)).toBeNull();
            expect(lies(trace)).toBe(false);
          }
          // Every one of them is known still.
          expect((await outcomes(store, sent.flat())).filter((status) => status !== 'duplicate')).toEqual([]);
        },
      ),
      { numRuns: Math.ceil(HISTORIES * 0.03) },
    );
    expect((await store.log.check()).problems).toEqual([]);
  }, 120_000);

  it('is erased or somebody new with each event that comes meanwhile, and never both', async () => {
    const project = aProject();
    const own = (index: number) => ({
      ...{
        userId: `u-busy-${project}`,
        visitor: visitor(`dev-busy-${project}`),
        sessionId: `s-${index % 7}`,
      },
      at: NOON + index * MINUTE,
    });
    await store.ledger.append(Array.from({ length: 600 }, (_, index) => seen(project, own(index))));
    let isOver = false;
    const erasing = erase(project, { userId: `u-busy-${project}` }).finally(() => {
      isOver = true;
    });
    let count = 600;
    for (; !isOver || count === 600; count += 1) {
      await store.ledger.append([seen(project, own(count))]);
      await new Promise(setImmediate);
    }
    expect(await erasing).toMatchObject({ users: 1, visitors: 1 });
    const stored = await everyEvent(store, project, 10_000);
    expect(stored).toHaveLength(count);
    const isErased = (id: string | null | undefined) => id?.startsWith('erased_') === true;
    const halves = stored.filter(
      (event) => new Set([event.userId, event.visitor?.id, event.sessionId].map(isErased)).size !== 1,
    );
    expect(halves).toEqual([]);
    const later = stored.filter(({ userId }) => !isErased(userId)).length;
    expect(await totalsOf(store, project)).toMatchObject({ visitors: later === 0 ? 1 : 2, events: count });
    expect((await erasures.preview(project, { userId: `u-busy-${project}` }))?.events ?? 0).toBe(later);
  });

  it('is in no payload of a webhook, sent or owed, which is delivered all the same', async () => {
    const project = aProject();
    const endpoint = `endpoint of ${project}`;
    const event = seen(project, {
      ...{ userId: 'u-webhook-1', sessionId: 's-webhook-1' },
      page: { ...aPage('/u/u-webhook-1'), suffix: '?gclid=click' },
      clickIds: { gclid: 'click' },
      properties: { owner: 'u-webhook-1', plan: 'pro' },
    });
    await store.ledger.append([event], {
      subscriptions: new Map([[project, [{ endpoint, events: ['*'] }]]]),
    });
    await erase(project, { userId: 'u-webhook-1' });
    const deliveries = openDeliveryStore({ folder, migrate: true });
    const lease = { now: NOON + MINUTE, until: NOON + 2 * MINUTE };
    const [claimed] = await deliveries.claim([{ destination: endpoint, limit: 1 }], lease);
    await deliveries.close();
    const { id, data } = JSON.parse(Buffer.from(claimed?.body ?? []).toString());
    expect(id).toBe(formatEventId(event.id));
    expect(data).toMatchObject({
      ...{ session_id: null, user_id: null, page_url: '(erased)' },
      properties: { owner: '(erased)', plan: 'pro' },
      attribution: { gclid: null },
    });
  });

  it('leaves the payload of somebody whose id begins with the same', async () => {
    const project = aProject();
    const endpoint = `endpoint of ${project}`;
    const own = (userId: string) => ({ userId, visitor: visitor(`device of ${userId}`) });
    const events = [
      seen(project, own('customer-4711')),
      seen(project, { ...own('customer-47112'), properties: { friend: 'eve@hotel.example' } }),
      seen(project, { ...own('eve@hotel.example'), id: { ms: NOON + 5, suffix: 'a' } }),
    ];
    await store.ledger.append(events, {
      subscriptions: new Map([[project, [{ endpoint, events: ['*'] }]]]),
    });
    expect(await erase(project, { userId: 'customer-4711' })).toMatchObject({ deliveries: 1 });
    expect(await erasures.preview(project, { userId: 've@hotel.example' })).toBeNull();
    const deliveries = openDeliveryStore({ folder, migrate: true });
    const lease = { now: NOON + MINUTE, until: NOON + 2 * MINUTE };
    const claimed = await deliveries.claim([{ destination: endpoint, limit: 3 }], lease);
    await deliveries.close();
    const users = claimed.map(({ body }) => JSON.parse(Buffer.from(body ?? []).toString()).data.user_id);
    expect(users.toSorted()).toEqual(['customer-47112', 'eve@hotel.example', null]);
  });

  it('is somebody new with its next event, in the process that has stored the others', async () => {
    const project = aProject();
    const own = { userId: 'u-again', visitor: visitor('dev-again'), sessionId: 's-again' };
    await store.ledger.append([seen(project, own)]);
    await erase(project, { userId: 'u-again' });
    await store.ledger.append([seen(project, { ...own, at: NOON + MINUTE })]);
    expect(await totalsOf(store, project)).toMatchObject({ visitors: 2, sessions: 2, events: 2 });
    expect(await erasures.preview(project, { userId: 'u-again' })).toMatchObject({ events: 1, visitors: 1 });
  });

  it('is found where an event is of a visitor who is known by the user alone, and names nobody', async () => {
    const project = aProject();
    const visitor = { id: 'member-5-alone', source: 'user' } as const;
    await store.ledger.append([seen(project, { visitor })]);
    expect(await erase(project, { userId: visitor.id })).toMatchObject({ events: 1, visitors: 1 });
    expect(lies(visitor.id)).toBe(false);
  });

  it('takes no other user of its device along, nor the device', async () => {
    const project = aProject();
    const on = { visitor: visitor('family-tablet') };
    await store.ledger.append([
      seen(project, on),
      seen(project, { ...on, userId: 'u-mother', at: NOON + MINUTE }),
      seen(project, { ...on, userId: 'u-father', at: NOON + 2 * MINUTE }),
    ]);
    const before = await everyAnswer(store.reports, project);
    expect(await erase(project, { userId: 'u-mother' })).toMatchObject({ events: 1, visitors: 0 });
    expect(await everyAnswer(store.reports, project)).toEqual(before);
    const kept = await everyEvent(store, project);
    expect(kept.map(({ userId }) => userId)).toEqual([null, expect.stringMatching(/^erased_/), 'u-father']);
    expect(new Set(kept.map((event) => event.visitor?.id))).toEqual(new Set(['family-tablet']));
  });

  it('is erased with all devices that were its own, by the name of any of them', async () => {
    const project = aProject();
    await store.ledger.append([
      seen(project, { visitor: visitor('phone-1') }),
      seen(project, { visitor: visitor('phone-1'), userId: 'u-two', at: NOON + MINUTE }),
      seen(project, { visitor: visitor('laptop-1'), userId: 'u-two', at: NOON + 2 * MINUTE }),
    ]);
    expect(await erase(project, { visitorId: 'laptop-1' })).toMatchObject({
      events: 3,
      visitors: 2,
      users: 1,
    });
    expect(['phone-1', 'laptop-1', 'u-two'].filter(lies)).toEqual([]);
  });

  it('stays what it is in other projects, and as a word of others', async () => {
    const [project, other] = [aProject(), aProject()];
    const own = { userId: 'u-common-1', page: aPage('/u-common-1'), visitor: visitor('dev-common-1') };
    await store.ledger.append([seen(project, own), seen(other, own)]);
    const before = await everyEvent(store, other);
    await erase(project, { userId: 'u-common-1' });
    expect(await everyEvent(store, other)).toEqual(before);
    expect(await erasures.preview(project, { userId: 'u-common-1' })).toBeNull();
    await erase(other, { userId: 'u-common-1' });
    expect(['u-common-1', 'dev-common-1'].filter(lies)).toEqual([]);
  });

  it('is found by an address that lies beside an event only as hashes, or as the user id', async () => {
    const project = aProject();
    const sealedUserData = Buffer.from('sealed-of-ann');
    await store.ledger.append([
      seen(project, { userId: 'u-by-mail', sealedUserData }),
      seen(project, { userId: 'ann@shop.example', visitor: visitor('dev-mail-2'), at: NOON + MINUTE }),
      seen(project, { userId: 'u-other', visitor: visitor('dev-mail-3'), at: NOON + 2 * MINUTE }),
    ]);
    const subject = {
      email: 'ann@shop.example',
      isOf: (sealed: Uint8Array) => sealedUserData.equals(sealed),
    };
    expect(await erase(project, subject)).toMatchObject({ users: 2, events: 2, userData: 1 });
    expect(['u-by-mail', 'ann@shop.example', 'sealed-of-ann'].filter(lies)).toEqual([]);
    expect((await everyEvent(store, project)).at(-1)).toMatchObject({ userId: 'u-other' });
  });

  it('is found by an address that is its user id, in whatever case that was sent', async () => {
    const project = aProject();
    await store.ledger.append([
      seen(project, { userId: 'Max@Hotel.example' }),
      seen(project, {
        visitor: { id: 'MAX@hotel.example', source: 'user' } as const,
        at: NOON + MINUTE,
      }),
    ]);
    const subject = { email: 'max@hotel.example', isOf: () => false };
    expect(await erase(project, subject)).toMatchObject({ users: 1, events: 2 });
    expect(['Max@Hotel.example', 'MAX@hotel.example'].filter(lies)).toEqual([]);
  });

  it('gives an order that names it another id, and leaves the others theirs', async () => {
    const project = aProject();
    const bought = (order: string, given: Partial<EventRecord>) =>
      seen(project, { type: 'purchase', conversion: conversion(500, 'EUR', order), ...given });
    const reload = { userId: 'u-order-1', sessionId: 's-order-1', at: NOON + MINUTE };
    const events = [
      bought('u-order-1/7', { ...reload, at: NOON }),
      bought('u-order-1/7', reload),
      bought('A-9', { ...reload, at: NOON + 2 * MINUTE }),
    ];
    await store.ledger.append(events);
    const before = await everyAnswer(store.reports, project);
    await erase(project, { userId: 'u-order-1' });
    expect(await everyAnswer(store.reports, project)).toEqual(before);
    const orders = (await everyEvent(store, project)).map((event) => event.conversion?.orderId);
    expect(orders).toEqual([expect.stringMatching(/^erased_/), orders[0], 'A-9']);
    expect(lies('u-order-1')).toBe(false);
    // A late report of an order that kept its id is no second sale.
    await store.ledger.append([bought('A-9', { at: NOON + 3 * MINUTE })]);
    expect(await totalsOf(store, project)).toMatchObject({ conversions: 2 });
  });

  it('is named by no type of an event, and an order of that type is another one', async () => {
    const project = aProject();
    const own = { userId: 'u-typed-4711', visitor: visitor('dev-typed') };
    const bought = { ...own, type: 'sale_u-typed-4711', conversion: conversion(500, 'EUR', 'A-1') };
    await store.ledger.append(
      [
        seen(project, { ...own, type: 'visit_u-typed-4711' }),
        seen(project, { ...bought, at: NOON + MINUTE }),
        seen(project, { ...bought, at: NOON + 2 * MINUTE }),
        seen(project, { ...own, type: 'purchase', at: NOON + 3 * MINUTE }),
      ],
      { subscriptions: new Map([[project, [{ endpoint: 'typed', events: ['*'] }]]]) },
    );
    const before = await totalsOf(store, project);
    expect(lies('u-typed-4711')).toBe(true);
    expect(await erasures.preview(project, { userId: own.userId })).toMatchObject({ values: 3 });
    await erase(project, { userId: own.userId });
    expect(lies('u-typed-4711')).toBe(false);
    expect(await totalsOf(store, project)).toEqual(before);
    const stored = await everyEvent(store, project);
    expect(stored.map(({ type }) => type)).toEqual(['(erased)', '(erased)', '(erased)', 'purchase']);
    expect((await store.log.check()).problems).toEqual([]);
  });

  it('leaves the types that reports know by name, whatever id is the same word', async () => {
    const project = aProject();
    await store.ledger.append([seen(project, { userId: 'pageview', type: 'pageview' })]);
    const before = await totalsOf(store, project);
    await erase(project, { userId: 'pageview' });
    expect(await totalsOf(store, project)).toEqual(before);
  });

  it('loses of each column what tells of it: a new one has to choose', () => {
    const kept = ['project', 'ms', 'suffix', 'at', 'received_at', 'origin', 'sdk', 'consent'];
    kept.push('gpc', 'stitched', 'conversion', 'amount', 'currency', 'exclusion', 'bot', 'bot_verdict');
    const renamed = ['session', 'visitor', 'user', 'order_id'];
    const erased = [
      'type',
      'client',
      'page',
      'referrer',
      'touch',
      'properties',
      'page_suffix',
      'click_ids',
      'title',
      'clicks',
      'extras',
    ];
    expect(Object.keys(EVENT_COLUMNS).toSorted()).toEqual([...kept, ...renamed, ...erased].toSorted());
  });

  it('is in no file where the clearing of words that nobody uses was interrupted anywhere, once it is done again', async () => {
    const own = temporaryFolder();
    const other = openCompactingStores(own);
    const erasing = openSqliteErasures(
      { folder: own, migrate: true },
      { now: () => NOON, durability: 'unsynced' },
    );
    onTestFinished(async () => {
      await erasing.close();
      await other.close();
    });
    const inFiles = (text: string) =>
      readdirSync(own).some((name) => readFileSync(join(own, name)).includes(text));
    /** Clears, each word in a transaction of its own, until so many of them are done; false where that is all. */
    async function isInterrupted(after: number): Promise<boolean> {
      let clock = 0;
      const now = vi.spyOn(performance, 'now').mockImplementation(() => {
        clock += 5;
        return clock;
      });
      let left = after;
      const signal = {
        throwIfAborted() {
          left -= 1;
          if (left < 0) throw new Error('interrupted');
        },
      } as AbortSignal;
      try {
        await erasing.clear('events', { signal });
        return false;
      } catch {
        return true;
      } finally {
        now.mockRestore();
      }
    }
    let times = 0;
    for (let after = 0, isLeft = true; isLeft; after += 1) {
      const user = `u-interrupted-${after}`;
      await other.ledger.append(
        ['a', 'b'].map((word, index) =>
          seen('proj_shop', {
            ...{ userId: user, at: NOON + (2 * after + index) * MINUTE, page: aPage(`/${user}/${word}`) },
            touch: aTouch({ source: 'letter', content: `${user} ${word}` }),
          }),
        ),
      );
      await erasing.erase('proj_shop', { userId: user });
      isLeft = await isInterrupted(after);
      times += isLeft ? 1 : 0;
      expect(await erasing.clear('events')).toBe(true);
      expect([after, inFiles(user)]).toEqual([after, false]);
    }
    expect(times).toBeGreaterThan(5);
  });

  it('is cleared from a file that is watched, which takes that for no writing of a stranger', async () => {
    const own = temporaryFolder();
    const file = join(own, 'events.db');
    const other = openCompactingStores(own);
    const many = Array.from({ length: 3_000 }, (_, index) =>
      seen('proj_shop', { at: NOON + index, properties: { note: `${index}`.repeat(60) } }),
    );
    await other.ledger.append(many);
    const db = openForWriting(file, 'unsynced');
    onTestFinished(async () => {
      db.close();
      await other.close();
    });
    db.pragma('wal_checkpoint(TRUNCATE)');
    const leftovers = leaveInUnusedBytes(file, 'left-canary');
    expect(leftovers).toBeGreaterThan(256);
    const watched = new WatchedStore(file);
    const clearing = new UnusedBytes(db, file).clear(null);
    for (let step = clearing.next(); step.done !== true; step = clearing.next()) watched.requireInPlace();
    expect(readFileSync(file).includes('left-canary')).toBe(false);
    watched.requireInPlace();
    const later = (Date.now() + DAY) / 1000;
    utimesSync(file, later, later);
    expect(() => watched.requireInPlace()).toThrow(/overwritten/);
  });

  it('is nobody where the project does not know the id', async () => {
    const project = aProject();
    await store.ledger.append([seen(project, {})]);
    for (const subject of [{ userId: 'u-none' }, { visitorId: 'u-none' }, { userId: 'pageview' }])
      expect(await erase(project, subject)).toBeNull();
    expect(await erase('proj_none', { userId: 'u-none' })).toBeNull();
  });
});
