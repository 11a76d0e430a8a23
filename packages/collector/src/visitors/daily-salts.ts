import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { DAY_MS, SESSION_IDLE_MS } from '@cvq/contract';
import type { SaltStore } from './salt-store.ts';

const SALT_BYTES = 32;

/** Salts hold from one moment until another: a day has two spans, the one in which yesterday still counts first. */
type Span = { readonly from: number; readonly until: number };

/** What a visitor's hash is keyed with in a span. As keys they hash five times faster, and no log can print them. */
export type Salts = Span & {
  readonly today: KeyObject;
  /** Yesterday's, for as long after midnight as a session of yesterday may still go on; null after that. */
  readonly yesterday: KeyObject | null;
};

type Loading = Span & { readonly salts: Promise<Salts> };

/**
 * A random salt for each UTC day, made when it is first needed. The store keeps today's and yesterday's; what is
 * older is destroyed, and with it the only way to tell whether a hash belongs to a given address and browser.
 */
export class DailySalts {
  readonly #store: SaltStore;
  readonly #clock: () => number;
  #span: Loading | null = null;

  constructor(store: SaltStore, clock: () => number = Date.now) {
    this.#store = store;
    this.#clock = clock;
  }

  /** @throws what the store throws; the next call asks it again. */
  current(): Promise<Salts> {
    const now = this.#clock();
    if (this.#span !== null && isWithin(this.#span, now)) return this.#span.salts;
    const midnight = now - (now % DAY_MS);
    // A session that was idle for exactly the limit goes on.
    const graceEnd = midnight + SESSION_IDLE_MS + 1;
    const isEarly = now < graceEnd;
    const [from, until] = isEarly ? [midnight, graceEnd] : [graceEnd, midnight + DAY_MS];
    const loaded = this.#load(midnight, { withYesterday: isEarly });
    const span = { from, until, salts: loaded.then((salts) => ({ from, until, ...salts })) };
    this.#span = span;
    span.salts.catch(() => {
      if (this.#span === span) this.#span = null;
    });
    return span.salts;
  }

  /** Destroy what is older than 48 hours. For a timer: a site without visits asks for no salt. */
  async purgeOld(): Promise<void> {
    const now = this.#clock();
    if (this.#span !== null && !isWithin(this.#span, now)) this.#span = null;
    await this.#store.purgeBefore(dayOf(now - DAY_MS));
  }

  async #load(
    midnight: number,
    { withYesterday }: { withYesterday: boolean },
  ): Promise<Omit<Salts, keyof Span>> {
    const [day, dayBefore] = [dayOf(midnight), dayOf(midnight - DAY_MS)];
    await this.#store.purgeBefore(dayBefore);
    const today = (await this.#store.read(day)) ?? (await this.#create(day));
    const yesterday = withYesterday ? await this.#store.read(dayBefore) : null;
    return { today: createSecretKey(today), yesterday: yesterday && createSecretKey(yesterday) };
  }

  /** Of several collectors that make one at the same moment, one is kept, for all of them. */
  async #create(day: string): Promise<Uint8Array> {
    const salt = randomBytes(SALT_BYTES);
    await this.#store.write(day, salt);
    return (await this.#store.read(day)) ?? salt;
  }
}

function isWithin({ from, until }: Span, now: number): boolean {
  return now >= from && now < until;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
