import type { AdClaim, AdDeliveryStore, EventRecord } from '@cvq/storage';
import { expect } from 'vitest';
import { NOON } from '../../../test/builders/event-records.ts';
import { aBeginning, aNext, anAttempt, HOLD, LEASE, type openWorkshop } from './ad-workshop.ts';

type Workshop = ReturnType<typeof openWorkshop>;
export type Outcome = 'delivered' | 'accepted' | 'retry_scheduled' | 'blocked' | 'skipped';

/** What must be so of a delivery, by all that was done to it. */
type Expected = {
  readonly sale: EventRecord;
  state: 'open' | 'blocked' | 'ended';
  dueAt: number;
  /** Who has it, also when that one was killed. */
  holder: AdClaim | null;
  begunAt: number | null;
  unknownSince: number | null;
  attempts: number;
  isTaken: boolean;
  key: string | null;
};

/** Two workers on connections of their own, what they do to deliveries, and what must come of it. */
export class AdQueueWorld {
  now = NOON;
  readonly #shop: Workshop;
  readonly #queues: readonly AdDeliveryStore[];
  readonly #all: Expected[] = [];
  readonly #hands: AdClaim[][] = [[], []];

  constructor(shop: Workshop, second: AdDeliveryStore) {
    this.#shop = shop;
    this.#queues = [shop.queue, second];
  }

  async sell(): Promise<void> {
    const sale = this.#shop.sale({ at: this.now });
    await this.#shop.append(sale);
    const nothing = {
      holder: null,
      begunAt: null,
      unknownSince: null,
      attempts: 0,
      isTaken: false,
      key: null,
    };
    this.#all.push({ sale, state: 'open', dueAt: this.now + HOLD, ...nothing });
  }

  async claim(worker: number, limit: number): Promise<number> {
    const due = this.#all.filter((each) => each.state === 'open' && this.#freeAt(each) <= this.now);
    const place = { destination: this.#shop.integration, limit };
    const got = await this.#queue(worker).claim([place], { now: this.now, until: this.now + LEASE });
    expect(got).toHaveLength(Math.min(limit, due.length));
    for (const claim of got) {
      const each = this.#of(claim);
      expect(due).toContain(each);
      if (each.holder !== null) this.#interrupt(each);
      each.holder = claim;
      const { attempts, unknownSince, key } = each;
      expect(claim).toMatchObject({ attempt: attempts + 1, unknownSince, key });
    }
    this.#hands[worker]?.push(...got);
    return got.length;
  }

  async begin(worker: number, place: number): Promise<void> {
    const claim = this.#hands[worker]?.[place];
    if (claim === undefined) return;
    const each = this.#of(claim);
    const key = claim.key ?? `${claim.event.suffix} at attempt ${claim.attempt}`;
    const begun = await this.#queue(worker).beginSending(claim, aBeginning({ startedAt: this.now, key }));
    expect(begun).toBe(this.#isOwn(each, claim) ? 'begun' : 'claim_lost');
    if (begun !== 'begun') return;
    each.begunAt = this.now;
    each.key ??= key;
  }

  async record(worker: number, place: number, outcome: Outcome): Promise<void> {
    const [claim] = this.#hands[worker]?.splice(place, 1) ?? [];
    if (claim === undefined) return;
    const each = this.#of(claim);
    const dueAt = outcome === 'retry_scheduled' ? this.now + LEASE : null;
    const next = aNext(outcome, { dueAt, unknownSince: claim.unknownSince });
    await this.#queue(worker).record([{ claim, attempt: anAttempt({ startedAt: this.now }), next }]);
    const isTaken = outcome === 'delivered' || outcome === 'accepted';
    const isFollowed = this.#isOwn(each, claim) || (isTaken && !each.isTaken);
    each.attempts = Math.max(each.attempts, claim.attempt);
    if (!isFollowed) return;
    each.state = outcome === 'retry_scheduled' ? 'open' : outcome === 'blocked' ? 'blocked' : 'ended';
    each.dueAt = dueAt ?? Number.POSITIVE_INFINITY;
    Object.assign(each, { holder: null, begunAt: null, unknownSince: claim.unknownSince });
    each.isTaken ||= isTaken;
    expect((await this.#shop.delivery(each.sale)).state).toBe(outcome);
  }

  /** A worker that is killed tells nobody. */
  kill(worker: number): void {
    this.#hands[worker] = [];
  }

  async release(worker: number): Promise<void> {
    const claims = this.#hands[worker] ?? [];
    await this.#queue(worker).release(claims, this.now);
    for (const claim of claims) {
      const each = this.#of(claim);
      if (!this.#isOwn(each, claim)) continue;
      this.#interrupt(each);
      each.dueAt = this.now;
    }
    this.kill(worker);
  }

  async remove(place: number): Promise<void> {
    const each = this.#all[place];
    if (each === undefined) return;
    await this.#shop.events.ledger.removeConversion(this.#shop.project, each.sale.id, { now: this.now });
    if (each.state !== 'ended') Object.assign(each, { state: 'ended', holder: null, begunAt: null });
  }

  /** Nobody does anything more but to deliver what there is: then nothing is left, and all that was done is written down. */
  async end(): Promise<void> {
    await this.#queue(0).resume(this.#shop.integration, this.now);
    for (const each of this.#all)
      if (each.state === 'blocked') Object.assign(each, { state: 'open', dueAt: this.now });
    this.now += 2 * (HOLD + LEASE);
    while ((await this.claim(0, 2)) > 0) while (this.#hands[0]?.[0]) await this.record(0, 0, 'delivered');
    const outstanding = await this.#queue(1).outstanding(this.now, 10);
    expect(outstanding.filter(({ destination }) => destination === this.#shop.integration)).toEqual([]);
    for (const each of this.#all) {
      expect(each.state).toBe('ended');
      const { attempts, wasAccepted } = await this.#shop.delivery(each.sale);
      expect({ attempts, wasAccepted }).toEqual({ attempts: each.attempts, wasAccepted: each.isTaken });
      const log = await this.#shop.queue.attemptsOf(this.#shop.project, each.sale.id);
      const numbers = log.map(({ number }) => number).toSorted((one, other) => one - other);
      expect(numbers).toEqual(Array.from({ length: attempts }, (_, index) => index + 1));
    }
  }

  #queue(worker: number): AdDeliveryStore {
    return this.#queues[worker] as AdDeliveryStore;
  }

  #of({ event }: AdClaim): Expected {
    return this.#all.find(({ sale }) => sale.id.suffix === event.suffix) as Expected;
  }

  #isOwn(each: Expected, claim: AdClaim): boolean {
    return each.state === 'open' && each.holder === claim;
  }

  #freeAt({ holder, dueAt }: Expected): number {
    return holder === null ? dueAt : holder.claimedAt + LEASE;
  }

  #interrupt(each: Expected): void {
    each.attempts += 1;
    each.unknownSince ??= each.begunAt;
    Object.assign(each, { holder: null, begunAt: null });
  }
}
