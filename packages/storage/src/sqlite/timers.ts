/** Time as schedules see it, so that tests can bring their own. Milliseconds. */
export type Timers = {
  /** Grows steadily from any start. */
  now(): number;
  /** Runs something once, later, without keeping the process alive for it. What is returned cancels it. */
  later(run: () => void, ms: number): () => void;
};

export const processTimers: Timers = {
  now: () => performance.now(),
  later(run, ms) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};
