import { join } from 'node:path';
import type { AdDeliveryState } from '@cvq/contract';
import { type AdClaim, type EventRecord, openAdDeliveryStore } from '@cvq/storage';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aBot, anEvent, conversion, DAY, HOUR, NOON } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { EventWriter } from '../src/sqlite/ingest/event-writer.ts';
import { migrate } from '../src/sqlite/migrate.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import { openForWriting } from '../src/sqlite/open-database.ts';
import { aBeginning, aNext, anAttempt, HOLD, openWorkshop } from './ad-workshop.ts';
import { BEFORE_AD_DELIVERIES, BEFORE_ANSWERED_VISITS } from './before-ad-deliveries.ts';

type Shop = ReturnType<typeof openWorkshop>;

/** Puts the delivery of a new sale into a state. */
async function inState(shop: Shop, state: AdDeliveryState, given: Partial<EventRecord> = {}) {
  const sale = shop.sale(given);
  await shop.append(sale);
  if (state === 'held') return sale;
  const at = sale.receivedAt + HOLD;
  const claims = (await shop.claim(at)) as [AdClaim];
  if (state === 'sending') return sale;
  const dueAt = ['waiting', 'retry_scheduled', 'throttled'].includes(state) ? at + 10 * HOUR : null;
  const next = aNext(state, { dueAt, tries: 3, leftOut: ['fbc'], unknownSince: at });
  await shop.queue.record(claims.map((claim) => ({ claim, attempt: anAttempt({ startedAt: at }), next })));
  return sale;
}

const keyOf = (shop: Shop, { id }: EventRecord, integration = shop.integration) => {
  return { project: shop.project, event: id, integration };
};

describe('a retry', () => {
  it.each<AdDeliveryState>([
    'blocked',
    'retry_scheduled',
    'failed',
    'rejected',
    'expired',
    'skipped',
    'dry_run',
  ])('of one that is %s makes it due, with all tries anew', async (state) => {
    const shop = openWorkshop();
    const sale = await inState(shop, state);
    const asked = await shop.queue.retry(keyOf(shop, sale), NOON + HOUR);
    expect(asked).toEqual(await shop.delivery(sale));
    expect(asked).toMatchObject({
      ...{ state: 'waiting', reason: null, nextAttemptAt: NOON + HOUR, askedAt: NOON + HOUR },
    });
    const again = await shop.queue.retry(keyOf(shop, sale), NOON + HOUR + 1);
    expect(again, 'asked again while it is queued').toEqual(asked);
    const claims = await shop.claim(NOON + HOUR);
    expect(claims).toHaveLength(1);
    expect(claims[0]).toMatchObject({ tries: 0, step: 'send', leftOut: [], unknownSince: null, attempt: 2 });
    expect(claims[0]?.mayHaveArrived, 'of an attempt of unknown outcome').toBe(true);
    expect(await shop.queue.retry(keyOf(shop, sale), NOON + HOUR + 2), 'while it is sent').toMatchObject({
      ...{ state: 'sending', askedAt: NOON + HOUR },
    });
  });

  it.each<AdDeliveryState>([
    'held',
    'waiting',
    'throttled',
    'sending',
    'accepted',
    'delivered',
    'duplicate',
    'unmatched',
    'cancelled',
  ])('of one that is %s changes nothing', async (state) => {
    const shop = openWorkshop();
    const sale = await inState(shop, state);
    const before = await shop.delivery(sale);
    expect(await shop.queue.retry(keyOf(shop, sale), NOON + HOUR)).toEqual(before);
    expect(before.state).toBe(state);
    expect(await shop.delivery(sale)).toEqual(before);
  });

  it('of what was never owed is none', async () => {
    const shop = openWorkshop();
    const sale = await inState(shop, 'held');
    expect(await shop.queue.retry(keyOf(shop, shop.sale()), NOON)).toBeNull();
    expect(await shop.queue.retry(keyOf(shop, sale, 'int_never'), NOON)).toBeNull();
    expect(await shop.queue.retry({ ...keyOf(shop, sale), project: 'proj_never' }, NOON)).toBeNull();
  });
});

it('an integration that goes on makes due what was blocked, and tells with it what has waited', async () => {
  const shop = openWorkshop();
  const blocked = await inState(shop, 'blocked');
  const scheduled = await inState(shop, 'retry_scheduled');
  const held = await inState(shop, 'held', { at: NOON + HOUR });
  expect(await shop.queue.resume(shop.integration, NOON + 2 * HOUR)).toBe(2);
  expect(await shop.delivery(blocked)).toMatchObject({ state: 'waiting', nextAttemptAt: NOON + 2 * HOUR });
  expect(await shop.delivery(scheduled)).toMatchObject({ state: 'retry_scheduled' });
  expect((await shop.claim(NOON + 2 * HOUR)).map(({ event }) => event)).toEqual([held.id, blocked.id]);
  expect(await shop.queue.resume('int_never', NOON)).toBe(0);
});

it('an integration that goes on makes due what met a throttle itself, and nothing that is being sent', async () => {
  const shop = openWorkshop();
  const throttled = await inState(shop, 'throttled');
  expect(await shop.queue.resume(shop.integration, NOON + HOUR)).toBe(1);
  expect(await shop.delivery(throttled)).toMatchObject({ state: 'waiting', nextAttemptAt: NOON + HOUR });
  await shop.claim(NOON + HOUR);
  expect(await shop.queue.resume(shop.integration, NOON + HOUR + 1)).toBe(0);
  expect(await shop.delivery(throttled)).toMatchObject({ state: 'sending' });
});

describe('conversions from before an integration', () => {
  it('are owed to it from an instant on, once, wherever their rows lie', async () => {
    const shop = openWorkshop();
    const { ledger } = shop.events;
    const at = (hours: number) => ({ at: NOON + hours * HOUR });
    const [early, archived, late, removed, dated] = [
      shop.sale(at(0)),
      shop.sale(at(1)),
      shop.sale(at(30)),
      shop.sale(at(1)),
      shop.sale({
        id: { ms: NOON - 40 * DAY, suffix: 'imported' },
        at: NOON - 40 * DAY,
        receivedAt: NOON + 2 * HOUR,
      }),
    ];
    await ledger.append([early, archived, removed, dated, anEvent({ project: shop.project, ...at(1) })]);
    await ledger.removeConversion(shop.project, removed.id, { now: NOON + HOUR });
    shop.archiveAll();
    await ledger.append([late]);
    const known = shop.sale(at(31));
    await shop.append(known);
    const target = shop.target;
    const of = { since: NOON + HOUR, now: NOON + 32 * HOUR };
    expect(await shop.queue.countEarlier(target, of.since)).toEqual({ count: 3, taken: 0 });
    expect(await shop.deliveries(late)).toEqual([]);
    expect(await shop.queue.owe(target, of)).toBe(3);
    expect(await shop.queue.owe(target, of)).toBe(0);
    for (const sale of [archived, late, dated])
      expect(await shop.delivery(sale)).toMatchObject({ state: 'waiting', nextAttemptAt: of.now });
    for (const sale of [early, removed]) expect(await shop.deliveries(sale)).toEqual([]);
    expect(await shop.delivery(known)).toMatchObject({ state: 'held' });
    expect((await shop.claim(of.now)).map(({ event }) => event)).toEqual(
      [known, dated, archived, late].map(({ id }) => id),
    );
    expect(await shop.queue.owe({ ...target, project: 'proj_never' }, of)).toBe(0);
  });

  it('are owed anew that were only tried in a dry run, and no others that it has a delivery of', async () => {
    const shop = openWorkshop();
    const tried = await inState(shop, 'dry_run');
    const skipped = await inState(shop, 'skipped');
    const target = shop.target;
    const of = { since: NOON, now: NOON + HOUR };
    expect(await shop.queue.countEarlier(target, of.since)).toEqual({ count: 1, taken: 0 });
    expect(await shop.queue.owe(target, of)).toBe(1);
    const again = { state: 'waiting', reason: null, nextAttemptAt: of.now, endedAt: null };
    expect(await shop.delivery(tried)).toMatchObject(again);
    expect(await shop.delivery(skipped)).toMatchObject({ state: 'skipped' });
    const [claim] = (await shop.claim(of.now)) as [AdClaim];
    expect(claim).toMatchObject({ event: tried.id, attempt: 2, tries: 0 });
  });

  it('are counted that the platform has by an integration that was removed, or may have', async () => {
    const shop = openWorkshop();
    const claimed = async (hours: number) => {
      await shop.append(shop.sale({ at: NOON + hours * HOUR }));
      return (await shop.claim(NOON + hours * HOUR + HOLD)) as [AdClaim];
    };
    for (const [hours, state] of [
      [0, 'delivered'],
      [1, 'rejected'],
    ] as const) {
      const [claim] = await claimed(hours);
      const next = aNext(state, { dueAt: null });
      await shop.queue.record([{ claim, attempt: anAttempt({ startedAt: claim.claimedAt }), next }]);
    }
    const [underWay] = await claimed(2);
    await shop.queue.beginSending(underWay, aBeginning({ startedAt: underWay.claimedAt }));
    expect(await shop.queue.cancel(shop.integration, NOON + 3 * HOUR)).toBe(1);
    const target = { ...shop.target, integration: 'int_next' };
    expect(await shop.queue.countEarlier(target, NOON)).toEqual({ count: 3, taken: 2 });
    expect(await shop.queue.countEarlier(target, NOON + HOUR)).toEqual({ count: 2, taken: 1 });
    const elsewhere = { ...target, platform: 'meta_ads' } as const;
    expect(await shop.queue.countEarlier(elsewhere, NOON)).toEqual({ count: 3, taken: 0 });
    const nowhere = { ...target, project: 'proj_never' };
    expect(await shop.queue.countEarlier(nowhere, NOON)).toEqual({ count: 0, taken: 0 });
  });

  it('are counted that would be sent: an order once, and no type that has no mapping', async () => {
    const shop = openWorkshop();
    const order = { conversion: conversion(4990, 'EUR', 'A-1') };
    const reported = shop.sale(order);
    await shop.append(reported);
    const [claim] = (await shop.claim(NOON + HOLD)) as [AdClaim];
    const next = aNext('delivered', { dueAt: null });
    await shop.queue.record([{ claim, attempt: anAttempt({ startedAt: claim.claimedAt }), next }]);
    await shop.queue.cancel(shop.integration, NOON + HOUR);
    const ofServer = shop.sale({ ...order, at: NOON + HOUR, origin: 'server' });
    const download = shop.sale({ at: NOON + HOUR, type: 'download' });
    await shop.events.ledger.append([ofServer, download]);
    const target = { ...shop.target, integration: 'int_next' };
    expect(await shop.queue.countEarlier(target, NOON)).toEqual({ count: 1, taken: 1 });
    expect(await shop.queue.countEarlier({ ...target, types: 'all' }, NOON)).toEqual({ count: 2, taken: 1 });
    expect(await shop.queue.countEarlier({ ...target, types: ['lead'] }, NOON)).toMatchObject({ count: 0 });
    expect(await shop.queue.owe(target, { since: NOON, now: NOON + 2 * HOUR })).toBe(1);
    expect(await shop.queue.countEarlier(target, NOON), 'once all is owed').toMatchObject({ count: 0 });
  });

  it('of a store that knew no ad platforms are owed as well', async () => {
    const folder = temporaryFolder();
    const db = openForWriting(join(folder, 'events.db'));
    migrate(db, { store: 'events', migrations: eventMigrations }, true);
    const sale = anEvent({ type: 'purchase', conversion: { orderId: null, amount: null } });
    await new EventWriter(db).append([sale]);
    const before = eventMigrations.findIndex(({ name }) => name === 'deliveries to ad platforms');
    db.exec(`${BEFORE_AD_DELIVERIES} PRAGMA user_version = ${before};`);
    db.close();
    const queue = openAdDeliveryStore({ folder, migrate: true });
    onTestFinished(() => queue.close());
    const target = {
      project: sale.project,
      integration: 'int_1',
      platform: 'meta_ads',
      types: 'all',
    } as const;
    expect(await queue.deliveriesOf(sale.project, [sale.id])).toEqual(new Map());
    expect(await queue.owe(target, { since: NOON, now: NOON + HOUR })).toBe(1);
    const [claim] = await queue.claim([{ destination: 'int_1', limit: 1 }], {
      now: NOON + HOUR,
      until: NOON + DAY,
    });
    expect(claim).toMatchObject({ event: sale.id, platform: 'meta_ads' });
  });
});

describe('the account of deliveries', () => {
  it('counts them by integration, state and reason, at the times of their conversions', async () => {
    const shop = openWorkshop(['google_ads', 'meta_ads']);
    const corrected = { id: { ms: NOON - DAY, suffix: 'corrected' }, at: NOON, receivedAt: NOON };
    await inState(shop, 'failed');
    await inState(shop, 'sending', corrected);
    await inState(shop, 'held', { at: NOON + HOUR - 1, bot: aBot() });
    await inState(shop, 'held', { at: NOON + HOUR });
    await inState(shop, 'held', { id: { ms: NOON, suffix: 'another' }, at: NOON + DAY, receivedAt: NOON });
    const [google, meta] = shop.targets.map(({ integration, platform }) => ({
      integration,
      platform,
      reason: null,
    }));
    expect(await shop.queue.count(shop.project, { from: NOON, to: NOON + HOUR })).toEqual([
      { ...google, state: 'held', deliveries: 1 },
      { ...google, state: 'sending', deliveries: 1 },
      { ...google, state: 'failed', deliveries: 1 },
      { ...meta, state: 'held', deliveries: 3 },
    ]);
    expect(await shop.queue.count('proj_never', { from: 0, to: NOON })).toEqual([]);
  });

  it('finds corrected times also of deliveries from before they had a table', async () => {
    const shop = openWorkshop();
    await shop.append(shop.sale({ id: { ms: NOON - DAY, suffix: 'corrected' }, at: NOON, receivedAt: NOON }));
    shop.takeBack(
      'corrected times of deliveries to ad platforms',
      `${BEFORE_ANSWERED_VISITS}
      DROP TABLE ad_corrected_times;
      DROP INDEX ad_reserved_keys_by_conversion;
      DROP INDEX answers_by_session;
      CREATE INDEX ad_deliveries_with_corrected_time ON ad_deliveries(project, corrected_at);`,
    );
    const queue = openAdDeliveryStore({ folder: shop.folder, migrate: true });
    onTestFinished(() => queue.close());
    expect(await queue.count(shop.project, { from: NOON, to: NOON + 1 })).toMatchObject([{ deliveries: 1 }]);
    expect(await queue.count(shop.project, { from: NOON - DAY, to: NOON })).toEqual([]);
  });

  it('tells deliveries under the ids that were asked, of those that have any', async () => {
    const shop = openWorkshop();
    const [one, two] = [await inState(shop, 'held'), await inState(shop, 'held', { at: NOON + 1 })];
    const found = await shop.queue.deliveriesOf(shop.project, [two.id, { ms: 1, suffix: 'none' }, one.id]);
    expect([...found.keys()]).toEqual([two.id, one.id]);
    expect(await shop.queue.attemptsOf('proj_never', one.id)).toEqual([]);
  });
});

it('attempts are deleted from an age on, some at a time, and what became of deliveries stays told', async () => {
  const shop = openWorkshop();
  const old = await inState(shop, 'failed');
  const young = await inState(shop, 'failed', { at: NOON + DAY });
  expect(await shop.queue.purgeAttempts(NOON + DAY)).toBe(false);
  expect(await shop.queue.attemptsOf(shop.project, old.id)).toEqual([]);
  expect(await shop.queue.attemptsOf(shop.project, young.id)).toHaveLength(1);
  expect(await shop.delivery(old)).toMatchObject({ state: 'failed', attempts: 1, lastAttempt: null });
});

describe('the check of a store', () => {
  it('tells of deliveries without their event, and of those that wait for nothing', async () => {
    const shop = openWorkshop();
    for (const state of ['blocked', 'failed'] as const) await inState(shop, state);
    shop.archiveAll();
    await inState(shop, 'held', { at: NOON + 3 * DAY });
    await shop.queue.postpone(await shop.claim(NOON + 4 * DAY), NOON + 5 * DAY);
    await inState(shop, 'held', { at: NOON + 3 * DAY });
    expect((await shop.events.log.check()).problems).toEqual([]);
    const db = new Database(join(shop.folder, 'events.db'));
    db.exec('UPDATE ad_deliveries SET ms = ms + 1, due_at = NULL WHERE due_at IS NOT NULL');
    db.exec('UPDATE ad_owed SET ms = ms + 1');
    db.close();
    expect((await shop.events.log.check()).problems).toEqual([
      'Deliveries to ad platforms whose event is not stored: 2',
      'Deliveries to ad platforms that are outstanding and due at no time: 1',
    ]);
  });
});
