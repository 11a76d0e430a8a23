/** SQLite looks for a lock again after up to 1.25 times as long as it has waited. */
const SHARE = 1.5;
const LONGEST_MS = 200;

/**
 * Rests after a transaction that took so many milliseconds: who waited for it would not find the file free before the
 * next one begins, and wait for that too.
 */
export function letOthersWrite(tookMs: number): void {
  const restMs = Math.min(SHARE * tookMs, LONGEST_MS);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, restMs);
}
