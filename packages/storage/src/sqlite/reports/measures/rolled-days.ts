import { DAY_MS, HOUR_MS } from '@cvq/contract/constants';
import type { Question } from '../../../reports.ts';
import type { Day } from '../../days/day.ts';
import { ROLLUP_BY_HOUR, ROLLUP_OF } from '../../rollups/kinds.ts';
import {
  type RollupByHour,
  type RollupByValue,
  unpackByHour,
  unpackByValue,
} from '../../rollups/rollup-format.ts';
import { type AnyDimension, aboutDays, type ReportRun } from '../report-run.ts';
import { bucketOf } from './bucket-of.ts';

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
  return split(run, question, (day) => byHourOf(day, edges));
}

/** Undefined where an hour of the day lies on both sides of an edge. */
function byHourOf(day: Day, edges: readonly number[]): RollupByHour | undefined {
  const { start } = day;
  const isBetweenHours = (edge: number) =>
    edge <= start || edge >= start + DAY_MS || (edge - start) % HOUR_MS === 0;
  return edges.every(isBetweenHours) ? day.rollup(ROLLUP_BY_HOUR, unpackByHour) : undefined;
}

/** What is told by the values of a dimension, in each of the buckets between neighbouring edges. */
type ByValue = { readonly dimension: AnyDimension; readonly edges: readonly number[] };

/** Days that lie between two neighbouring edges as a whole. */
export function rolledByValue(
  run: ReportRun,
  question: Question,
  { dimension, edges }: ByValue,
): RolledDays<RollupByValue> {
  const kind = kindOf(dimension);
  return split(run, question, (day) =>
    kind !== undefined && isUncut(day, edges) ? day.rollup(kind, unpackByValue) : undefined,
  );
}

/** Undefined for what has no roll-ups. */
function kindOf(dimension: AnyDimension): number | undefined {
  return (ROLLUP_OF as Readonly<Record<string, number>>)[dimension];
}

/** What a day comes to by the values of a dimension, and who was there in which hour. */
export type RolledHours = { readonly byValue: RollupByValue; readonly byHour: RollupByHour };

/** Days whose hours each lie between two neighbouring edges, where the values of a dimension are asked for. */
export function rolledByValueAndHour(
  run: ReportRun,
  question: Question,
  { dimension, edges }: ByValue,
): RolledDays<RolledHours> {
  const kind = kindOf(dimension);
  return split(run, question, (day) => {
    const byHour = kind === undefined ? undefined : byHourOf(day, edges);
    const byValue = byHour && day.rollup(kind as number, unpackByValue);
    return byHour && byValue && { byHour, byValue };
  });
}

function isUncut({ start }: Day, edges: readonly number[]): boolean {
  const [first = 0] = edges;
  const next = start < first ? first : edges[bucketOf(edges, start) + 1];
  return next === undefined || next >= start + DAY_MS;
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

/**
 * Those that have the same days rolled up together, so that one walk over the others does for all of them. Properties have no
 * roll-ups, and a dimension has none of the days that were stored before there was such a dimension.
 */
export function byRolledDays<Split extends RolledDays<unknown>>(all: readonly Split[]): Iterable<Split[]> {
  return Map.groupBy(all, ({ rolled }) => Array.from(rolled.keys(), ({ start }) => start).join()).values();
}
