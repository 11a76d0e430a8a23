import type { SpendSourceState } from '@cvq/storage';
import { isoOrNull } from '../iso-or-null.ts';

/** A source of spend as commands and the dashboard tell it. */
export function spendSourceJson({ platform, integration, account, timeZone, ...source }: SpendSourceState) {
  return {
    platform,
    integration,
    account: account === '' ? null : account,
    timezone: timeZone,
    current: source.isCurrent,
    currencies: [...source.currencies],
    first_day: source.days?.first ?? null,
    last_day: source.days?.last ?? null,
    last_good_day: source.lastGoodDay,
    read_at: isoOrNull(source.readAt),
    problem: source.problem && { ...source.problem, at: new Date(source.problem.at).toISOString() },
  };
}
