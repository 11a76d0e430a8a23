import type { Watched } from './watched.ts';

/**
 * Asks the same once more, unless it is being asked: what is looked at again and again would never be answered where an answer
 * takes longer than the time between two looks.
 */
export function lookAgainAt(...shown: readonly Pick<Watched<unknown>, 'isStale' | 'retry'>[]): void {
  for (const asked of shown) if (!asked.isStale.peek()) asked.retry();
}
