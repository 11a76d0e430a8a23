import { VERIFIABLE_BOTS } from '../tables/verifiable-bots.ts';
import { isFresh } from './is-fresh.ts';
import type { NetworkFile } from './network-file.ts';

/** The day of the oldest networks by which crawlers could be verified, were they not too old; null where none is. */
export function staleSince({ date: shipped, networks }: NetworkFile, now: number): string | null {
  const names = new Set(Object.values(VERIFIABLE_BOTS).flat());
  const dates = networks.filter(({ name }) => names.has(name)).map(({ date = shipped }) => date);
  return dates.filter((date) => !isFresh(date, now)).sort()[0] ?? null;
}
