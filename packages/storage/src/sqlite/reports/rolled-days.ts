import { DAY_MS, HOUR_MS } from '@cvq/contract/constants';
import type { Question } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import { ROLLUP_BY_HOUR, ROLLUP_OF } from '../rollups/kinds.ts';
import {
  type RollupByHour,
  type RollupByValue,
  unpackByHour,
  unpackByValue,
} from '../rollups/rollup-format.ts';
import { isWhole } from './is-whole.ts';
import { type AnyDimension, aboutDays, type ReportRun } from './report-run.ts';

/** A question by days: what roll-ups tell, and what is read event by event. */
export type RolledDays<Rollup> = {
  readonly rolled: ReadonlyMap<Day, Rollup>;
  /** The same question about the other days alone. */
  readonly rest: ReportRun;
};

/** Days whose hours each lie between two neighbouring edges. */
export function rolledByHour(
  run: ReportRun,
  question: Question,
  edges: readonly number[],
): RolledDays<RollupByHour> {
  const hasWholeHours = (day: Day) =>
    edges.every(
      (edge) => edge <= day.start || edge >= day.start + DAY_MS || (edge - day.start) % HOUR_MS === 0,
    );
  return split(run, question, (day) =>
    hasWholeHours(day) ? day.rollup(ROLLUP_BY_HOUR, unpackByHour) : undefined,
  );
}

/** Days that lie in the period as a whole. */
export function rolledByValue(
  run: ReportRun,
  question: Question,
  dimension: AnyDimension,
): RolledDays<RollupByValue> {
  const kind = (ROLLUP_OF as Readonly<Record<string, number>>)[dimension];
  return split(run, question, (day) =>
    kind !== undefined && isWhole(day, run.period) ? day.rollup(kind, unpackByValue) : undefined,
  );
}

/** Roll-ups leave bots out, and know of no filter. */
function split<Rollup>(
  run: ReportRun,
  { bots, filters = [] }: Question,
  rollupOf: (day: Day) => Rollup | undefined,
): RolledDays<Rollup> {
  const rolled = new Map<Day, Rollup>();
  if (bots === 'included' || filters.length > 0) return { rolled, rest: run };
  for (const day of run.days) {
    run.interruption.check();
    const rollup = rollupOf(day);
    if (rollup !== undefined) rolled.set(day, rollup);
  }
  if (rolled.size === 0) return { rolled, rest: run };
  return { rolled, rest: aboutDays(run, (day) => !rolled.has(day)) };
}
