import type { ListedSpendSource } from '@cvq/contract';
import { isoOrNull } from '../../iso-or-null.ts';
import type { Range } from '../range.ts';
import { hasSameDays } from './has-same-days.ts';
import type { ToldSource } from './open-spend-sources.ts';

/** Where spend comes from, as it is told. */
export function spendAccounts(sources: readonly ToldSource[], range: Range): ListedSpendSource[] {
  return sources.map((source) => ({
    platform: source.platform,
    account: source.account === '' ? null : source.account,
    integration: source.integration,
    current: source.isCurrent,
    timezone: source.timeZone,
    timezone_mismatch: !hasSameDays(source, range),
    currencies: [...source.currencies],
    last_good_day: source.lastGoodDay,
    read_at: isoOrNull(source.readAt),
    problem: source.problem && { ...source.problem, at: new Date(source.problem.at).toISOString() },
  }));
}

/** When any of it was read last. */
export function lastReadAt(sources: readonly ToldSource[]): string | null {
  return isoOrNull(sources.reduce<number | null>((last, { readAt }) => latest(last, readAt), null));
}

function latest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
