import { DAY_MS, MINUTE_MS } from '@cvq/contract/constants';
import type { Log } from '../../log.ts';
import { keepNetworks, newestNetworks, refreshedOn } from './network-file.ts';
import { type NetworkSources, refreshNetworks } from './refresh-networks.ts';

type Means = {
  /** Where the stores are. */
  readonly folder: string;
  readonly log: Log;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Runs something later, and returns what calls it off. */
  readonly later: (run: () => void, ms: number) => () => void;
  readonly sources?: NetworkSources;
};

const WEEK_MS = 7 * DAY_MS;

/** Collectors that start together must not ask together, and one that is stopped soon need not ask at all. */
const FIRST_MS = { least: 10 * MINUTE_MS, spread: 50 * MINUTE_MS };
const SPREAD_MS = DAY_MS;

/**
 * Fetches the networks that operators publish once a week, and where none can be had, after a day, two, four, and
 * then a week. Another collector on the same folder, or `cvq bots update`, counts as well. Returns what ends it.
 */
export function keepNetworksFresh(means: Means): () => void {
  const refresher = new Refresher(means);
  refresher.start();
  return () => refresher.end();
}

class Refresher {
  readonly #means: Means;
  readonly #ending = new AbortController();
  #failures = 0;
  #callOff: () => void = () => undefined;

  constructor(means: Means) {
    this.#means = means;
  }

  start(): void {
    const { later, random } = this.#means;
    const wait = Math.max(0, this.#untilDue()) + FIRST_MS.least + random() * FIRST_MS.spread;
    this.#callOff = later(() => this.#turn(), wait);
  }

  end(): void {
    this.#ending.abort();
    this.#callOff();
  }

  #turn(): void {
    const wait = this.#untilDue();
    if (wait > 0) this.#next(wait);
    else
      this.#refresh().then(
        (ms) => this.#next(ms),
        (error: unknown) => this.#next(this.#logFailure(String(error))),
      );
  }

  #next(ms: number): void {
    const { later, random } = this.#means;
    if (!this.#ending.signal.aborted) this.#callOff = later(() => this.#turn(), ms + random() * SPREAD_MS);
  }

  #untilDue(): number {
    const { folder, now } = this.#means;
    const day = refreshedOn(folder);
    return day === null ? 0 : Date.parse(day) + WEEK_MS - now();
  }

  /** Returns the milliseconds until the next time. */
  async #refresh(): Promise<number> {
    const { folder, log, fetch, now, sources } = this.#means;
    const ending = this.#ending.signal;
    const { file, refreshed, failed } = await refreshNetworks(newestNetworks(folder), {
      fetch: (input, init) => fetch(input, { ...init, signal: bothOf(init?.signal, ending) }),
      today: new Date(now()).toISOString().slice(0, 10),
      ...(sources && { sources }),
    });
    if (ending.aborted) return WEEK_MS;
    if (refreshed.length === 0) return this.#logFailure(failed[0]?.error ?? 'no source is known');
    keepNetworks(folder, file);
    this.#failures = 0;
    const kept = failed.map(({ name, error }) => `${name}: ${error}`);
    log.info({ refreshed, kept }, 'Networks of crawlers and clouds refreshed');
    return WEEK_MS;
  }

  /** One line for all sources: a network that lets nothing out fails with each. Returns the milliseconds until the next. */
  #logFailure(error: string): number {
    const days = Math.min(7, 2 ** this.#failures);
    this.#failures += 1;
    this.#means.log.info(
      { error, days },
      'Networks of crawlers and clouds could not be refreshed, and stay as they were. CVQ_BOT_NETWORKS=off ends the attempts.',
    );
    return days * DAY_MS;
  }
}

function bothOf(one: AbortSignal | null | undefined, other: AbortSignal): AbortSignal {
  return one ? AbortSignal.any([one, other]) : other;
}
