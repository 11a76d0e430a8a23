import type { Timers } from '../src/sqlite/timers.ts';

/** Timers that a test moves on. */
export type ManualTimers = Timers & {
  /** Lets time pass, and runs what is due. */
  pass(ms: number): void;
  /** For how long each waits that is neither run nor cancelled, the next first. */
  waits(): number[];
};

export function createManualTimers(): ManualTimers {
  let now = 0;
  const due = new Map<() => void, number>();
  return {
    now: () => now,
    later(run, ms) {
      const once = () => run();
      due.set(once, now + ms);
      return () => due.delete(once);
    },
    pass(ms) {
      now += ms;
      for (const [run, at] of [...due].toSorted(([, one], [, other]) => one - other)) {
        if (at <= now && due.delete(run)) run();
      }
    },
    waits: () => [...due.values()].map((at) => at - now).toSorted((one, other) => one - other),
  };
}
