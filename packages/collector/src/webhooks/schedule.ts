const MAX_JITTER_MS = 30_000;
const JITTER = 0.05;

/**
 * When the attempt after `attempt` is due, counted from that one's end; null after the last. `chance`, from 0 to 1,
 * spreads what failed together: only ever later, by a twentieth of the delay and half a minute at most.
 */
export function nextAttemptAt(
  delaysMs: readonly number[],
  { attempt, endedAt, chance }: { attempt: number; endedAt: number; chance: number },
): number | null {
  const delay = delaysMs[attempt];
  if (delay === undefined) return null;
  return endedAt + delay + Math.floor(Math.min(delay * JITTER, MAX_JITTER_MS) * chance);
}
