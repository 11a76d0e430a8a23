import { MINUTE_MS } from '@cvq/contract/constants';
import type { Log } from '../../log.ts';
import type { SpendSchedule } from './spend-schedule.ts';

type Means = {
  readonly schedule: Pick<SpendSchedule, 'turn'>;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Calls what it is given when integrations may have changed; returns how to stop that. */
  readonly watch: (heard: () => void) => () => void;
  /** Resolves after so many milliseconds, or when the signal comes. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** A collector that starts has other things to do first. */
const FIRST_SPEND_MS = 10_000;
const AFTER_FAILURE_MS = MINUTE_MS;
/** As long as a timer can be set for, a little less. */
const LONGEST_MS = 2 ** 31 - 1;

/** Turns of the schedule until it is stopped: when an account is due, and when integrations have changed. */
export function runSpendSchedule(means: Means): { stop(): Promise<void> } {
  const { schedule, log, now, watch, wait } = means;
  const stopping = new AbortController();
  let woken = new AbortController();
  let isFailing = false;
  const stopWatching = watch(() => woken.abort());

  async function turn(): Promise<number> {
    try {
      const dueAt = await schedule.turn(stopping.signal);
      isFailing = false;
      return dueAt === null ? LONGEST_MS : dueAt - now();
    } catch (error) {
      // A store that fails does so at each turn: it is logged when it begins.
      if (!isFailing) log.error({ err: error }, 'What ads cost cannot be kept at the moment');
      isFailing = true;
      return AFTER_FAILURE_MS;
    }
  }

  async function run(): Promise<void> {
    await wait(FIRST_SPEND_MS, stopping.signal);
    while (!stopping.signal.aborted) {
      // Before the turn: what changes meanwhile is looked at by the next.
      woken = new AbortController();
      const pause = await turn();
      const isOver = AbortSignal.any([stopping.signal, woken.signal]);
      // After a failure nothing wakes it: the store that failed may itself be what changes.
      await wait(Math.min(Math.max(pause, 0), LONGEST_MS), isFailing ? stopping.signal : isOver);
    }
  }

  const ended = run();
  return {
    async stop() {
      stopWatching();
      stopping.abort();
      await ended;
    },
  };
}
