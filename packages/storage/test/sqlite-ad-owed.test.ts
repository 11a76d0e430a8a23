import type { AdClaim, EventRecord } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { conversion, NOON } from '../../../test/builders/event-records.ts';
import { aBeginning, aNext, anAttempt, HOLD, LEASE, openWorkshop } from './ad-workshop.ts';

type Shop = ReturnType<typeof openWorkshop>;

const OWED = 'SELECT suffix FROM ad_owed';
const TAKEN_UP = 'SELECT integration, state, due_at FROM ad_deliveries ORDER BY integration';

const statesOf = async (shop: Shop, event: EventRecord) =>
  (await shop.deliveries(event)).map(({ state, nextAttemptAt }) => ({ state, nextAttemptAt }));

describe('what a conversion owes', () => {
  it('stands in one row, of which deliveries are made when the first hold is over', async () => {
    const shop = openWorkshop(['google_ads', 'meta_ads', 'microsoft_ads']);
    const [first, ...others] = shop.targets;
    const targets = [{ ...first, holdMs: 0 } as (typeof shop.targets)[number], ...others];
    const sale = shop.sale();
    await shop.events.ledger.append([sale], { forwarding: new Map([[shop.project, targets]]) });
    expect(shop.rows(OWED)).toEqual([{ suffix: sale.id.suffix }]);
    expect(shop.rows(TAKEN_UP)).toEqual([]);
    const held = { state: 'held', nextAttemptAt: NOON + HOLD };
    expect(await statesOf(shop, sale)).toEqual([{ state: 'held', nextAttemptAt: NOON }, held, held]);
    const due = [1, 0, 0].map((isDue, index) => ({
      ...{ destination: targets[index]?.integration, dueAt: isDue ? NOON : NOON + HOLD, due: isDue },
    }));
    expect(await shop.queue.outstanding(NOON, 10)).toEqual(due);
    expect(await shop.claim(NOON, 10, others[0]?.integration)).toEqual([]);
    expect(shop.rows(OWED), 'while nothing of whom is asked is due').toHaveLength(1);
    expect(await shop.claim(NOON)).toHaveLength(1);
    expect(shop.rows(OWED)).toEqual([]);
    expect(await statesOf(shop, sale)).toEqual([{ state: 'sending', nextAttemptAt: null }, held, held]);
    expect(await shop.claim(NOON + HOLD, 10, others[0]?.integration)).toHaveLength(1);
  });

  it('is owed to those that were connected when it came', async () => {
    const shop = openWorkshop(['google_ads', 'meta_ads']);
    const [early, late] = [shop.sale(), shop.sale()];
    const onlyFirst = new Map([[shop.project, shop.targets.slice(0, 1)]]);
    await shop.events.ledger.append([early], { forwarding: onlyFirst });
    await shop.append(late);
    expect(await shop.deliveries(early)).toHaveLength(1);
    expect(await shop.deliveries(late)).toHaveLength(2);
    const counts = (await shop.queue.outstanding(NOON + HOLD, 10)).map(({ due }) => due);
    expect(counts).toEqual([2, 1]);
    expect(await shop.claim(NOON + HOLD)).toHaveLength(2);
    expect(await shop.claim(NOON + HOLD, 10, shop.targets[1]?.integration)).toHaveLength(1);
  });

  it('is made deliveries of as there is room for them, the earliest first', async () => {
    const shop = openWorkshop();
    const sales = [2, 0, 1].map((seconds) => shop.sale({ receivedAt: NOON + seconds * 1000 }));
    await shop.append(...sales);
    const [second, , first] = [sales[2], sales[0], sales[1]] as [EventRecord, EventRecord, EventRecord];
    const now = NOON + HOLD + 60_000;
    expect((await shop.claim(now, 1)).map(({ event }) => event)).toEqual([first.id]);
    expect(shop.rows(OWED)).toHaveLength(2);
    expect(await shop.queue.outstanding(now, 10)).toMatchObject([{ due: 2 }]);
    expect((await shop.claim(now, 1)).map(({ event }) => event)).toEqual([second.id]);
  });

  it('waits as one row while its integrations are paused, and is due when one goes on', async () => {
    const shop = openWorkshop(['google_ads', 'meta_ads']);
    await shop.append(shop.sale(), shop.sale({ receivedAt: NOON + LEASE }));
    expect(await shop.queue.resume(shop.integration, NOON + HOLD)).toBe(1);
    expect(await shop.queue.resume(shop.integration, NOON + HOLD + LEASE)).toBe(2);
    expect(shop.rows(TAKEN_UP)).toEqual([]);
  });

  it('ends with a dry run that it was owed to, and stays owed to others', async () => {
    const shop = openWorkshop(['google_ads', 'meta_ads']);
    const sale = shop.sale();
    await shop.append(sale);
    await shop.queue.endDryRun(shop.integration, NOON);
    expect(await shop.deliveries(sale)).toMatchObject([
      { state: 'dry_run', endedAt: NOON },
      { state: 'held' },
    ]);
    expect(await shop.claim(NOON + HOLD)).toEqual([]);
    expect(await shop.claim(NOON + HOLD, 10, shop.targets[1]?.integration)).toHaveLength(1);
  });

  it('is not sent where another report of its order was, though its hold is not over', async () => {
    const shop = openWorkshop(['google_ads', 'meta_ads']);
    const order = { conversion: conversion(4990, 'EUR', 'A-1') };
    const early = shop.sale({ ...order, sessionId: 's' });
    const late = shop.sale({ ...order, origin: 'server', receivedAt: NOON + LEASE });
    await shop.append(early, late);
    const [claim] = (await shop.claim(NOON + HOLD)) as [AdClaim];
    await shop.queue.beginSending(claim, aBeginning({ order: { type: 'purchase', orderId: 'A-1' } }));
    await shop.queue.record([{ claim, attempt: anAttempt(), next: aNext('delivered') }]);
    expect(await shop.deliveries(late)).toMatchObject([
      { state: 'skipped', reason: 'duplicate_order' },
      { state: 'held', reason: null },
    ]);
  });
});
