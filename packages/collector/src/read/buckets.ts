import type { Granularity } from '@cvq/contract';
import { DAY_MS, HOUR_MS } from '@cvq/contract';
import { dayNumber } from './day-number.ts';
import { type LocalTimes, localTimes } from './local-times.ts';
import type { Range } from './range.ts';

/** A bucket of a time series: half-open, named by its local start. */
export type Bucket = {
  readonly from: number;
  readonly to: number;
  readonly start: string;
  readonly end: string;
  readonly label: string;
};

const DATE = 'yyyy-mm-dd'.length;
const MINUTE = 'yyyy-mm-ddThh:mm'.length;

/**
 * The buckets of a range, ascending and without gaps. Those that lie wholly after `now` are left out, and so is a
 * day that a zone has skipped.
 * An hour is what a clock on the wall shows: where the offset changes, the hour is cut in two.
 */
export function bucketsOf(range: Range, granularity: Granularity, now: number): Bucket[] {
  const times = localTimes(range.timezone);
  const edges = granularity === 'hour' ? hourEdges(range, times) : dayEdges(range, granularity, times);
  const texts = edges.map((at) => times.text(at));
  return edges
    .slice(1)
    .map((to, index) => {
      const [start, end] = [texts[index] as string, texts[index + 1] as string];
      const from = edges[index] as number;
      return { from, to, start, end, label: labelOf(start, granularity) };
    })
    .filter(({ from, to }) => from < to && from <= now);
}

/** Whether a bucket is not over: the present one, or the last of 24 hours, which end within an hour on the wall. */
export function isUnderWay(
  { from, to }: Pick<Bucket, 'from' | 'to'>,
  { range, at }: { readonly range: Range; readonly at: number },
): boolean {
  if (from <= at && at < to) return true;
  return range.preset === '24h' && to === range.to && msIntoHour(to, localTimes(range.timezone)) > 0;
}

/** Where buckets begin, and where the last of them ends. */
export function edgesOf(buckets: readonly Bucket[]): number[] {
  return [...buckets.map(({ from }) => from), ...buckets.slice(-1).map(({ to }) => to)];
}

function hourEdges({ from, to }: Range, times: LocalTimes): number[] {
  const edges = [from];
  for (let at = from; at < to; ) {
    at = Math.min(at + HOUR_MS - msIntoHour(at, times), times.offsetAt(at).until, to);
    edges.push(at);
  }
  return edges;
}

/** Since the hour began on the wall. */
function msIntoHour(at: number, times: LocalTimes): number {
  const local = at + times.offsetAt(at).ms;
  return local - Math.floor(local / HOUR_MS) * HOUR_MS;
}

/** Weeks start on Monday; the first and the last bucket are cut to the range. */
function dayEdges(range: Range, granularity: Exclude<Granularity, 'hour'>, times: LocalTimes): number[] {
  const edges = [range.from];
  const first = dayNumber(range.start);
  for (let day = first + 1; day < first + range.days; day += 1) {
    if (startsOn(day, granularity)) edges.push(times.startOfDay(day));
  }
  return [...edges, range.to];
}

/** Whether a bucket begins on a day, of so many after 1970-01-01. */
function startsOn(day: number, granularity: Exclude<Granularity, 'hour'>): boolean {
  if (granularity === 'day') return true;
  const date = new Date(day * DAY_MS);
  return granularity === 'week' ? date.getUTCDay() === 1 : date.getUTCDate() === 1;
}

/** The day of a bucket, and of an hour the minute at which it begins. */
function labelOf(start: string, granularity: Granularity): string {
  return granularity === 'hour' ? start.slice(0, MINUTE).replace('T', ' ') : start.slice(0, DATE);
}
