import type { Granularity } from '@cvq/contract';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@cvq/contract';
import type { TemporalTypes } from '../temporal.ts';
import { type Range, startOfDay, zoned } from './range.ts';

type Zoned = TemporalTypes.ZonedDateTime;

/** A bucket of a time series: half-open, named by its local start. */
export type Bucket = {
  readonly from: number;
  readonly to: number;
  readonly start: string;
  readonly end: string;
  readonly label: string;
};

/**
 * The buckets of a range, ascending and without gaps. Those that lie wholly after `now` are left out, and so is a
 * day that a zone has skipped.
 * An hour is what a clock on the wall shows: where the offset changes, the hour is cut in two.
 */
export function bucketsOf(range: Range, granularity: Granularity, now: number): Bucket[] {
  const edges = granularity === 'hour' ? hourEdges(range) : dayEdges(range, granularity);
  return edges
    .slice(1)
    .map((to, index) => toBucket({ from: edges[index] as number, to }, range.timezone, granularity))
    .filter(({ from, to }) => from < to && from <= now);
}

/** Whether a bucket is not over: the present one, or the last of 24 hours, which end within an hour on the wall. */
export function isUnderWay(
  { from, to }: Pick<Bucket, 'from' | 'to'>,
  { range, at }: { readonly range: Range; readonly at: number },
): boolean {
  if (from <= at && at < to) return true;
  return range.preset === '24h' && to === range.to && msToNextHour(zoned(to, range.timezone)) < HOUR_MS;
}

/** Where buckets begin, and where the last of them ends. */
export function edgesOf(buckets: readonly Bucket[]): number[] {
  return [...buckets.map(({ from }) => from), ...buckets.slice(-1).map(({ to }) => to)];
}

function hourEdges({ from, to, timezone }: Range): number[] {
  const edges = [from];
  let at = zoned(from, timezone);
  let transition = nextTransition(at);
  for (;;) {
    let next = at.epochMilliseconds + msToNextHour(at);
    if (transition !== null && transition < next) next = transition;
    edges.push(Math.min(next, to));
    if (next >= to) return edges;
    at = zoned(next, timezone);
    if (transition !== null && next >= transition) transition = nextTransition(at);
  }
}

function nextTransition(at: Zoned): number | null {
  return at.getTimeZoneTransition('next')?.epochMilliseconds ?? null;
}

function msToNextHour(at: Zoned): number {
  return HOUR_MS - (at.minute * MINUTE_MS + at.second * SECOND_MS + at.millisecond);
}

/** Weeks start on Monday; the first and the last bucket are cut to the range. */
function dayEdges(range: Range, granularity: Exclude<Granularity, 'hour'>): number[] {
  const edges = [range.from];
  for (let day = range.start.add({ days: 1 }); day.until(range.end).sign >= 0; day = day.add({ days: 1 })) {
    const starts =
      granularity === 'day' ||
      (granularity === 'week' && day.dayOfWeek === 1) ||
      (granularity === 'month' && day.day === 1);
    if (starts) edges.push(startOfDay(day, range.timezone));
  }
  return [...edges, range.to];
}

function toBucket(period: { from: number; to: number }, timezone: string, granularity: Granularity): Bucket {
  const start = zoned(period.from, timezone);
  const day = start.toPlainDate().toString();
  return {
    ...period,
    start: instantWithOffset(start),
    end: instantWithOffset(zoned(period.to, timezone)),
    label:
      granularity === 'hour' ? `${day} ${start.toPlainTime().toString({ smallestUnit: 'minute' })}` : day,
  };
}

/** An instant as a zone writes it, with the offset in force. */
export function instantWithOffset(at: Zoned): string {
  return at.toString({ timeZoneName: 'never', smallestUnit: 'second' });
}
