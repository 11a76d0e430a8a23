/** Whole seconds until the next window of a length begins, windows being aligned to UTC: at least 1. */
export function secondsToNext(lengthMs: number, now: number): number {
  return Math.max(1, Math.ceil((lengthMs - (now % lengthMs)) / 1000));
}
