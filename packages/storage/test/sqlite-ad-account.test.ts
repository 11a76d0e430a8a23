import { AD_PLATFORMS, type AdDeliveryState } from '@cvq/contract';
import type { AdClaim, EventRecord, ListedConversion, ToldDelivery } from '@cvq/storage';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aBot,
  anEvent,
  conversion,
  DAY,
  HOUR,
  MINUTE,
  NOON,
  visitor,
} from '../../../test/builders/event-records.ts';
import { aBeginning, aNext, anAttempt, openWorkshop } from './ad-workshop.ts';
import { type RemovedConversion, salesAmong } from './reduce-orders.ts';

type Shop = ReturnType<typeof openWorkshop>;
type Standing = { readonly state: AdDeliveryState; readonly reason: string | null };

const EVER = { from: NOON - DAY, to: NOON + 30 * DAY };
const TAKEN: readonly AdDeliveryState[] = ['accepted', 'delivered', 'duplicate', 'unmatched'];
const OUTCOMES = ['delivered', 'accepted', 'unmatched', 'rejected', 'no_identifier', 'blocked'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** How many conversions that count stand where, of one integration. */
async function countedOf({ project, events, integration }: Shop): Promise<Record<string, number>> {
  const counts = await events.reports.adDeliveryCounts({ project, bots: 'excluded' }, EVER);
  const own = counts.filter((each) => each.integration === integration && each.counted > 0);
  return Object.fromEntries(own.map((each) => [`${each.state} ${each.reason}`, each.counted]));
}

const ALL = { order: 'newest_first', offset: 0, limit: 100 } as const;

/** The same of one conversion after another, as a list tells of them, by itself and by filters. */
async function listedOf({ project, events, integration }: Shop): Promise<Record<string, number>> {
  const { reports } = events;
  const question = { project, bots: 'excluded' } as const;
  const { conversions } = await reports.conversions(question, EVER, ALL);
  const listed = conversions.map(({ event: { id }, counts }) => ({ id, counts }));
  const told = (await reports.adDeliveries(project, listed)).map(
    (deliveries) => deliveries.filter((each) => each.integration === integration)[0],
  );
  const count: Record<string, number> = {};
  for (const delivery of told) {
    const key = `${delivery?.state} ${delivery?.reason}`;
    count[key] = (count[key] ?? 0) + 1;
  }
  const [one] = listed;
  if (one !== undefined) {
    const alone = await reports.conversionDeliveries(project, one, NOON);
    expect(alone.deliveries).toEqual([told[0]]);
  }
  for (const state of new Set<AdDeliveryState>([...told.flatMap((each) => each?.state ?? []), 'skipped']))
    for (const reason of state === 'skipped' ? [undefined, 'duplicate_order'] : [undefined]) {
      const deliveries = {
        ...{ platforms: AD_PLATFORMS, states: [state], reason },
        ...{ stopped: [], statesOfStopped: [] },
      };
      const found = await reports.conversions(question, EVER, { ...ALL, deliveries });
      const isMeant = (each: ToldDelivery | undefined) =>
        each?.state === state && (reason === undefined || each.reason === reason);
      expect(
        found.conversions.map(({ event }) => event.id),
        `filtered by ${state} ${reason}`,
      ).toEqual(conversions.flatMap(({ event }, index) => (isMeant(told[index]) ? [event.id] : [])));
    }
  return count;
}

const order = (id: string | null) => ({ conversion: conversion(4990, 'EUR', id) });

/** Sells, sends and looks, in a shop with one integration, and knows all that was done. */
class Account {
  now = NOON;
  readonly shop: Shop;
  readonly #events: EventRecord[] = [];
  readonly #removals: RemovedConversion[] = [];
  readonly #bots = new Set<string>();
  readonly #standings = new Map<EventRecord, Standing>();
  /** Of an order who was sent last. */
  readonly #sent = new Map<string, EventRecord>();

  constructor(shop: Shop) {
    this.shop = shop;
  }

  async report(of: { isServers: boolean; orderId: string | null; agoMs: number }): Promise<void> {
    const sessionId = of.isServers ? null : `s${this.#events.length}`;
    const event = this.shop.sale({
      ...order(of.orderId),
      ...{ at: this.now - of.agoMs, receivedAt: this.now, sessionId, userId: null },
      ...(of.isServers ? { origin: 'server' as const } : { visitor: visitor(`v${this.#events.length}`) }),
    });
    await this.shop.append(event);
    this.#events.push(event);
    this.#standings.set(event, { state: 'held', reason: null });
    this.now += MINUTE;
  }

  async send(outcome: Outcome): Promise<void> {
    this.now += HOUR;
    for (const claim of await this.shop.claim(this.now)) {
      const event = this.#events.find(
        ({ id }) => id.ms === claim.event.ms && id.suffix === claim.event.suffix,
      );
      const standing = await this.#attempt(claim, event as EventRecord, outcome);
      const { state, reason } = standing;
      const dueAt = state === 'accepted' ? this.now + HOUR : null;
      const next = aNext(state, { reason, dueAt, step: state === 'accepted' ? 'verify' : 'send' });
      await this.shop.queue.record([{ claim, attempt: anAttempt({ startedAt: this.now }), next }]);
      this.#standings.set(event as EventRecord, standing);
    }
  }

  async #attempt(claim: AdClaim, event: EventRecord, outcome: Outcome): Promise<Standing> {
    if (claim.step === 'verify') return { state: 'delivered', reason: null };
    const found = await this.shop.queue.readConversion(claim, this.now);
    if (found?.standing === 'removed') return { state: 'cancelled', reason: 'removed' };
    if (found?.standing === 'bot') return { state: 'skipped', reason: 'bot' };
    if (found?.standing === 'repeated') return { state: 'skipped', reason: 'duplicate_order' };
    if (outcome === 'no_identifier') return { state: 'skipped', reason: 'no_identifier' };
    const orderId = event.conversion?.orderId ?? null;
    const begun = await this.shop.queue.beginSending(
      claim,
      aBeginning({ startedAt: this.now, order: orderId === null ? null : { type: event.type, orderId } }),
    );
    if (begun === 'order_taken') return { state: 'skipped', reason: 'duplicate_order' };
    if (orderId !== null) this.#sent.set(orderId, event);
    return { state: outcome, reason: outcome === 'rejected' ? 'INVALID' : null };
  }

  async remove(which: number): Promise<void> {
    const event = this.#events[which % Math.max(1, this.#events.length)];
    if (event === undefined) return;
    const isBots = this.#bots.has(event.sessionId ?? '');
    await this.shop.events.ledger.removeConversion(this.shop.project, event.id, { now: this.now });
    this.#removals.push({ id: event.id, isBots });
  }

  async findBot(which: number): Promise<void> {
    const event = this.#events[which % Math.max(1, this.#events.length)];
    if (event === undefined || event.sessionId === null) return;
    const { project, sessionId, visitor: of } = event;
    await this.shop.append(anEvent({ project, sessionId, visitor: of, at: this.now, bot: aBot() }));
    this.#bots.add(sessionId);
  }

  /** By a look at each order of all that was done. */
  expected(): Record<string, number> {
    const isOfBots = ({ sessionId }: EventRecord) => this.#bots.has(sessionId ?? '');
    const { sales } = salesAmong(this.#events, this.#removals, isOfBots);
    const counted: Record<string, number> = {};
    for (const sale of sales) {
      const { state, reason } = this.#standingOf(sale);
      counted[`${state} ${reason}`] = (counted[`${state} ${reason}`] ?? 0) + 1;
    }
    return counted;
  }

  #standingOf(sale: EventRecord): Standing {
    const own = this.#standings.get(sale) as Standing;
    const orderId = sale.conversion?.orderId;
    if (orderId == null || TAKEN.includes(own.state)) return own;
    const reports = this.#events.filter((event) => event.conversion?.orderId === orderId);
    const all = reports.map((report) => this.#standings.get(report) as Standing);
    const taken = all.find(({ state }) => TAKEN.includes(state));
    if (taken !== undefined) return taken;
    const sent = this.#sent.get(orderId);
    const isOthers = own.reason === 'duplicate_order' && sent !== undefined;
    return isOthers ? (this.#standings.get(sent) as Standing) : own;
  }
}

const step = fc.oneof(
  {
    arbitrary: fc.record({
      isServers: fc.boolean(),
      orderId: fc.constantFrom('o1', 'o1', 'o2', null),
      agoMs: fc.constantFrom(0, 0, HOUR, 3 * HOUR),
    }),
    weight: 5,
  },
  { arbitrary: fc.constantFrom(...OUTCOMES), weight: 4 },
  { arbitrary: fc.record({ remove: fc.nat(9) }), weight: 1 },
  { arbitrary: fc.record({ findBot: fc.nat(9) }), weight: 1 },
);

describe('the account of deliveries', () => {
  it('has each conversion that counts once, where its order stands, as lists and filters have it, whatever was done', async () => {
    const shared = openWorkshop();
    const met: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12, size: 'max' }), async (steps) => {
        const shop = shared.another();
        const account = new Account(shop);
        for (const each of steps) {
          if (typeof each === 'string') await account.send(each);
          else if ('remove' in each) await account.remove(each.remove);
          else if ('findBot' in each) await account.findBot(each.findBot);
          else await account.report(each);
        }
        const expected = account.expected();
        expect(await countedOf(shop)).toEqual(expected);
        expect(await listedOf(shop), 'one by one').toEqual(expected);
        for (const key of Object.keys(expected)) met[key] = (met[key] ?? 0) + 1;
        shop.archiveAll();
        expect(await countedOf(shop)).toEqual(expected);
        expect(await listedOf(shop), 'one by one, archived').toEqual(expected);
        const { conversions } = await shop.events.reports.totals(
          { project: shop.project, bots: 'excluded' },
          EVER,
        );
        expect(Object.values(expected).reduce((sum, count) => sum + count, 0)).toBe(conversions);
      }),
      { numRuns: 40 },
    );
    expect(Object.keys(met).length).toBeGreaterThan(4);
  }, 240_000);

  it('leaves out what was removed after it was delivered, and tells of it still', async () => {
    const shop = openWorkshop();
    const account = new Account(shop);
    await account.report({ isServers: false, orderId: 'o1', agoMs: 0 });
    await account.report({ isServers: false, orderId: null, agoMs: 0 });
    await account.send('delivered');
    await account.remove(0);
    const counts = await shop.events.reports.adDeliveryCounts(
      { project: shop.project, bots: 'excluded' },
      EVER,
    );
    expect(counts).toMatchObject([{ state: 'delivered', deliveries: 2, counted: 1 }]);
  });

  it('has an order delivered whose other report was sent, also where that is of another period', async () => {
    const shop = openWorkshop();
    const account = new Account(shop);
    await account.report({ isServers: false, orderId: 'o1', agoMs: 0 });
    await account.send('delivered');
    account.now += 2 * DAY;
    await account.report({ isServers: true, orderId: 'o1', agoMs: 0 });
    await account.send('delivered');
    const period = { from: NOON + DAY, to: NOON + 5 * DAY };
    const question = { project: shop.project, bots: 'excluded' } as const;
    expect(await shop.events.reports.adDeliveryCounts(question, period)).toMatchObject([
      { state: 'skipped', reason: 'duplicate_order', deliveries: 1, counted: 0 },
      { state: 'delivered', deliveries: 0, counted: 1 },
    ]);
    const { conversions } = await shop.events.reports.conversions(question, EVER, ALL);
    const [sale] = conversions.map(({ event: { id }, counts }) => ({ id, counts }));
    const [told] = await shop.events.reports.adDeliveries(shop.project, [sale as ListedConversion]);
    expect(told).toMatchObject([{ event: sale?.id, state: 'delivered', reason: null }]);
    const sentAs = told?.[0]?.sentAs as ListedConversion['id'];
    const [other] = await shop.events.reports.adDeliveries(shop.project, [{ id: sentAs, counts: false }]);
    expect(other).toMatchObject([{ event: sentAs, state: 'delivered', attempts: 1, sentAs: null }]);
  });
});
