import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdClaim, type EventRecord, openErasures } from '@cvq/storage';
import { describe, expect, it, onTestFinished } from 'vitest';
import { conversion, HOUR, MINUTE, NOON, visitor } from '../../../test/builders/event-records.ts';
import { aBeginning, aNext, anAttempt, HOLD, openWorkshop } from './ad-workshop.ts';

type Shop = ReturnType<typeof openWorkshop>;

const REMOVED_AT = NOON + HOUR;

const remove = (shop: Shop, { id }: EventRecord) =>
  shop.events.ledger.removeConversion(shop.project, id, { now: REMOVED_AT });

/** Claims what is due and sends it, with an answer of the platform. */
async function send(shop: Shop, next: Parameters<typeof aNext>, at = NOON + HOLD): Promise<void> {
  const [claim] = (await shop.claim(at, 1)) as [AdClaim];
  await shop.queue.beginSending(claim, aBeginning({ startedAt: at, key: 'key-canary' }));
  const attempt = anAttempt({
    startedAt: at,
    message: 'said-canary',
    request: 'sent-canary',
    response: 'got-canary',
  });
  await shop.queue.record([{ claim, attempt, next: aNext(...next) }]);
}

const CLEARED = { message: null, request: null, response: null };

describe('the removal of a conversion', () => {
  it('cancels what is owed of all reports of its order, held, waiting or blocked', async () => {
    const shop = openWorkshop(['google_ads', 'meta_ads']);
    const order = { conversion: conversion(4990, 'EUR', 'A-1') };
    const reports = [shop.sale({ ...order, sessionId: 's' }), shop.sale({ ...order, origin: 'server' })];
    const other = shop.sale();
    await shop.append(...(reports as [EventRecord]), other);
    await send(shop, ['blocked', { reason: 'auth' }]);
    await remove(shop, reports[0] as EventRecord);
    for (const report of reports)
      for (const delivery of await shop.deliveries(report))
        expect(delivery).toMatchObject({
          state: 'cancelled',
          reason: 'removed',
          nextAttemptAt: null,
          endedAt: REMOVED_AT,
        });
    for (const delivery of await shop.deliveries(other)) expect(delivery.state).toBe('held');
    expect((await shop.claim(REMOVED_AT)).map(({ event }) => event)).toEqual([other.id]);
    expect(await shop.queue.resume(shop.integration, REMOVED_AT)).toBe(0);
  });

  it('leaves told what the platform has, and keeps nothing of what was sent', async () => {
    const shop = openWorkshop();
    const sale = shop.sale();
    await shop.append(sale);
    await send(shop, ['accepted', { step: 'verify', reference: 'r1', dueAt: NOON + 2 * HOUR }]);
    await remove(shop, sale);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'accepted', wasAccepted: true });
    const attempts = await shop.queue.attemptsOf(shop.project, sale.id);
    expect(attempts).toEqual([{ ...anAttempt(), ...CLEARED, number: 1, integration: shop.integration }]);
    const [asked] = (await shop.claim(NOON + 2 * HOUR)) as [AdClaim];
    await shop.queue.record([
      { claim: asked, attempt: anAttempt({ step: 'verify' }), next: aNext('delivered') },
    ]);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered', wasAccepted: true });
  });

  it('within an attempt keeps it from beginning, and tells all the same what the platform took', async () => {
    const shop = openWorkshop();
    const [early, late, failing] = [shop.sale(), shop.sale(), shop.sale()];
    await shop.append(early, late, failing);
    const claims = (await shop.claim(NOON + HOLD)) as [AdClaim, AdClaim, AdClaim];
    for (const claim of claims.slice(1))
      await shop.queue.beginSending(claim, aBeginning({ key: 'key-canary' }));
    for (const sale of [early, late, failing]) await remove(shop, sale);
    expect(await shop.queue.beginSending(claims[0], aBeginning())).toBe('claim_lost');
    const retried = aNext('retry_scheduled', { dueAt: NOON + HOUR });
    await shop.queue.record([
      { claim: claims[1], attempt: anAttempt(), next: aNext('delivered') },
      { claim: claims[2], attempt: anAttempt(), next: retried },
    ]);
    expect(await shop.delivery(early)).toMatchObject({ state: 'cancelled', attempts: 0 });
    expect(await shop.delivery(late)).toMatchObject({ state: 'delivered', wasAccepted: true, attempts: 1 });
    expect(await shop.delivery(failing)).toMatchObject({
      state: 'cancelled',
      reason: 'removed',
      attempts: 1,
    });
    for (const { id } of [late, failing])
      expect((await shop.queue.attemptsOf(shop.project, id))[0]).toMatchObject(CLEARED);
    expect(await shop.claim(NOON + 2 * HOUR)).toEqual([]);
  });

  it.each(['google_ads', 'meta_ads', 'microsoft_ads'] as const)(
    'tells all the same that %s may have it, where an answer was lost before or within the removal',
    async (platform) => {
      const shop = openWorkshop([platform]);
      const [before, within, unended] = [shop.sale(), shop.sale(), shop.sale()];
      await shop.append(before);
      const lost = { dueAt: NOON + 2 * HOUR, unknownSince: NOON + HOLD };
      await send(shop, ['retry_scheduled', lost]);
      await shop.append(within, unended);
      const claims = await shop.claim(NOON + HOLD);
      // Of what is due at one moment none comes first.
      const claimOf = ({ id }: EventRecord) =>
        claims.find(({ event }) => event.suffix === id.suffix) as AdClaim;
      const [first, second] = [claimOf(within), claimOf(unended)];
      for (const claim of [first, second])
        await shop.queue.beginSending(claim, aBeginning({ key: `key ${claim.event.suffix}` }));
      for (const sale of [before, within, unended]) await remove(shop, sale);
      await shop.queue.record([{ claim: first, attempt: anAttempt(), next: aNext('retry_scheduled', lost) }]);
      for (const sale of [before, within, unended])
        expect(await shop.delivery(sale)).toMatchObject({ state: 'failed', reason: 'outcome_unknown' });
      for (const { id } of [before, within])
        expect((await shop.queue.attemptsOf(shop.project, id))[0]).toMatchObject(CLEARED);
      expect(await shop.claim(NOON + 2 * HOUR)).toEqual([]);
    },
  );

  it('of an archived conversion cancels it as well', async () => {
    const shop = openWorkshop();
    const sale = shop.sale();
    await shop.append(sale);
    shop.archiveAll();
    await remove(shop, sale);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'cancelled', reason: 'removed' });
  });
});

describe('the erasure of a person', () => {
  /** Whether a text is anywhere in the files of the store. */
  const liesIn = (shop: Shop) => (text: string) =>
    readdirSync(shop.folder).some((name) => readFileSync(join(shop.folder, name)).includes(text));

  async function erase(shop: Shop, userId: string) {
    const erasures = openErasures({ folder: shop.folder, migrate: true }, () => REMOVED_AT);
    onTestFinished(() => erasures.close());
    const preview = await erasures.preview(shop.project, { userId });
    const receipt = await erasures.erase(shop.project, { userId });
    expect(await erasures.clear('events')).toBe(true);
    const { adDeliveries, adDeliveriesTaken, adDeliveriesMaybeTaken } = receipt ?? {};
    expect(preview).toMatchObject({ adDeliveries, adDeliveriesTaken, adDeliveriesMaybeTaken });
    return receipt;
  }

  it('cancels what is owed, clears attempts and keys, and tells what platforms have', async () => {
    const shop = openWorkshop();
    const ann = { userId: 'u-ann-0815', visitor: visitor('ann'), sessionId: 's' };
    const [sent, owed, others] = [
      shop.sale(ann),
      shop.sale(ann),
      shop.sale({ userId: 'u-bob', at: NOON + 1 }),
    ];
    await shop.append(sent);
    await send(shop, ['delivered']);
    await shop.append(owed, others);
    const canaries = ['key-canary', 'said-canary', 'sent-canary', 'got-canary'];
    expect(canaries.filter(liesIn(shop))).toEqual(canaries);
    expect(await erase(shop, ann.userId)).toMatchObject({
      conversions: 2,
      adDeliveries: 2,
      adDeliveriesTaken: 1,
      adDeliveriesMaybeTaken: 0,
    });
    expect(canaries.filter(liesIn(shop))).toEqual([]);
    expect(await shop.delivery(sent)).toMatchObject({ state: 'delivered', wasAccepted: true });
    expect(await shop.delivery(owed)).toMatchObject({
      state: 'cancelled',
      reason: 'erased',
      endedAt: REMOVED_AT,
    });
    expect(await shop.delivery(others)).toMatchObject({ state: 'held' });
    expect((await shop.queue.attemptsOf(shop.project, sent.id))[0]).toMatchObject(CLEARED);
  });

  it('tells apart what a platform may have: a request was under way, or its answer was lost', async () => {
    const shop = openWorkshop();
    const ann = { userId: 'u-ann-0815', visitor: visitor('ann'), sessionId: 's' };
    const sale = () => shop.sale(ann);
    const [lost, failed, taken, sending, owed] = [sale(), sale(), sale(), sale(), sale()];
    const unknown = { unknownSince: NOON + HOLD };
    await shop.append(lost);
    await send(shop, ['retry_scheduled', { ...unknown, dueAt: NOON + 2 * HOUR }]);
    await shop.append(failed);
    await send(shop, ['failed', { ...unknown, reason: 'outcome_unknown' }]);
    await shop.append(taken);
    await send(shop, ['delivered', unknown]);
    await shop.append(sending);
    const [claim] = (await shop.claim(NOON + HOLD)) as [AdClaim];
    expect(await shop.queue.beginSending(claim, aBeginning({ key: 'key of one that is sent' }))).toBe(
      'begun',
    );
    await shop.append(owed);
    expect(await erase(shop, ann.userId)).toMatchObject({
      ...{ adDeliveries: 5, adDeliveriesTaken: 1, adDeliveriesMaybeTaken: 3 },
    });
  });

  it('leaves no id of an order that names the person', async () => {
    const shop = openWorkshop();
    const orderId = 'u-ann-0815-1';
    const order = { conversion: conversion(4990, 'EUR', orderId) };
    const ann = { userId: 'u-ann-0815', visitor: visitor('ann'), sessionId: 's' };
    const [own, servers] = [shop.sale({ ...order, ...ann }), shop.sale({ ...order, origin: 'server' })];
    await shop.append(own, servers);
    const [first] = (await shop.claim(NOON + HOLD)) as [AdClaim];
    const begun = aBeginning({ key: orderId, exclusiveKey: orderId, order: { type: 'purchase', orderId } });
    expect(await shop.queue.beginSending(first, begun)).toBe('begun');
    await shop.queue.record([
      { claim: first, attempt: anAttempt({ request: orderId }), next: aNext('failed') },
    ]);
    await erase(shop, ann.userId);
    expect(liesIn(shop)(orderId)).toBe(false);
    const states = [...(await shop.deliveries(own)), ...(await shop.deliveries(servers))].map(
      ({ state }) => state,
    );
    expect(states.toSorted()).toEqual(['cancelled', 'failed']);
    expect(shop.rows('SELECT * FROM ad_reserved_keys')).toEqual([]);
  });

  it('within an attempt keeps nothing of what that has sent', async () => {
    const shop = openWorkshop();
    const ann = { userId: 'u-ann-0815', visitor: visitor('ann'), sessionId: 's' };
    const sale = shop.sale(ann);
    await shop.append(sale);
    const [claim] = (await shop.claim(NOON + HOLD)) as [AdClaim];
    await shop.queue.beginSending(claim, aBeginning({ key: 'key-canary' }));
    await erase(shop, ann.userId);
    const attempt = anAttempt({ request: 'sent-canary', startedAt: NOON + HOLD });
    await shop.queue.record([{ claim, attempt, next: aNext('delivered', { key: 'key-canary' }) }]);
    expect(['key-canary', 'sent-canary'].filter(liesIn(shop))).toEqual([]);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered', wasAccepted: true });
  });
});

describe('the removal of an integration', () => {
  it('ends what is outstanding of it, and asks nothing more', async () => {
    const shop = openWorkshop(['google_ads', 'meta_ads']);
    const [accepted, blocked, held] = [
      shop.sale(),
      shop.sale({ at: NOON + 1 }),
      shop.sale({ at: NOON + MINUTE }),
    ];
    await shop.append(accepted);
    await send(shop, ['accepted', { step: 'verify', reference: 'r1', dueAt: NOON + 2 * HOUR }]);
    await shop.append(blocked);
    await send(shop, ['blocked', { reason: 'auth' }], NOON + HOLD + 1);
    await shop.append(held);
    expect(await shop.queue.cancel(shop.integration, NOON + HOUR)).toBe(3);
    const ofGoogle = async (sale: EventRecord) => (await shop.deliveries(sale))[0];
    const ended = { reason: 'integration_removed', nextAttemptAt: null, endedAt: NOON + HOUR };
    expect(await ofGoogle(accepted)).toMatchObject({ ...ended, state: 'accepted', wasAccepted: true });
    expect(await ofGoogle(blocked)).toMatchObject({ ...ended, state: 'cancelled' });
    expect(await ofGoogle(held)).toMatchObject({ ...ended, state: 'cancelled' });
    const left = await shop.queue.outstanding(NOON + HOUR, 10);
    expect(left).toEqual([{ destination: shop.targets[1]?.integration, dueAt: NOON + HOLD, due: 3 }]);
    expect(await shop.queue.cancel('int_never', NOON)).toBe(0);
  });

  it('is met by who sends also where all that is outstanding is blocked', async () => {
    const shop = openWorkshop();
    await shop.append(shop.sale());
    await send(shop, ['blocked', { reason: 'auth' }]);
    const blocked = { destination: shop.integration, dueAt: Number.POSITIVE_INFINITY, due: 0 };
    expect(await shop.queue.outstanding(NOON + HOUR, 10)).toEqual([blocked]);
    expect(await shop.queue.cancel(shop.integration, NOON + HOUR)).toBe(1);
    expect(await shop.queue.outstanding(NOON + HOUR, 10)).toEqual([]);
  });
});
