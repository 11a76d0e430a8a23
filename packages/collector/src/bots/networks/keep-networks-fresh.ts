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
export function keepNetworksFresh({ folder, log, fetch, now, random, later, sources }: Means): () => void {
  const ending = new AbortController();
  let failures = 0;
  let callOff = later(turn, Math.max(0, untilDue()) + FIRST_MS.least + random() * FIRST_MS.spread);

  function untilDue(): number {
    const day = refreshedOn(folder);
    return day === null ? 0 : Date.parse(day) + WEEK_MS - now();
  }

  function turn(): void {
    const wait = untilDue();
    if (wait > 0) next(wait);
    else refresh().then(next, (error: unknown) => next(tellFailure(String(error))));
  }

  function next(ms: number): void {
    if (!ending.signal.aborted) callOff = later(turn, ms + random() * SPREAD_MS);
  }

  /** Returns the milliseconds until the next time. */
  async function refresh(): Promise<number> {
    const today = new Date(now()).toISOString().slice(0, 10);
    const { file, refreshed, failed } = await refreshNetworks(newestNetworks(folder), {
      fetch: (input, init) => fetch(input, { ...init, signal: bothOf(init?.signal, ending.signal) }),
      today,
      ...(sources && { sources }),
    });
    if (ending.signal.aborted) return WEEK_MS;
    if (refreshed.length === 0) return tellFailure(failed[0]?.error ?? 'no source is known');
    keepNetworks(folder, file);
    failures = 0;
    const kept = failed.map(({ name, error }) => `${name}: ${error}`);
    log.info({ refreshed, kept }, 'Networks of crawlers and clouds refreshed');
    return WEEK_MS;
  }

  /** One line for all sources: a network that lets nothing out fails with each. */
  function tellFailure(error: string): number {
    const days = Math.min(7, 2 ** failures);
    failures += 1;
    log.info(
      { error, days },
      'Networks of crawlers and clouds could not be refreshed, and stay as they were. CVQ_BOT_NETWORKS=off ends the attempts.',
    );
    return days * DAY_MS;
  }

  return () => {
    ending.abort();
    callOff();
  };
}

function bothOf(one: AbortSignal | null | undefined, other: AbortSignal): AbortSignal {
  return one ? AbortSignal.any([one, other]) : other;
}
