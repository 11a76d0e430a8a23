import type { Granularity } from '@cvq/contract';
import { type Calendar, clock, day, fullDay } from '../words/dates.ts';

/** The buckets of a series, as the answer names them: local days, and first instants with their offsets. */
export type Buckets = {
  readonly granularity: Granularity;
  readonly labels: readonly string[];
  readonly starts: readonly string[];
};

/** A bucket in full, for who reads it alone: `Tue, 10 Nov 2026`, `Tue, 10 Nov 2026, 08:00`. */
export function placeName(
  { granularity, labels, starts }: Buckets,
  place: number,
  calendar: Calendar,
): string {
  const [label, start] = [labels[place], starts[place]];
  if (label === undefined || start === undefined) return '';
  const date = fullDay(label.slice(0, 10), calendar);
  if (granularity === 'hour') return `${date}, ${clock(start, calendar)}`;
  if (granularity === 'week') return `Week from ${date}`;
  return granularity === 'month' ? monthName(label, calendar) : date;
}

/** A bucket below the axis, where there is little room. */
export function tickName(
  { granularity, labels, starts }: Buckets,
  place: number,
  calendar: Calendar,
): string {
  const [label, start] = [labels[place], starts[place]];
  if (label === undefined || start === undefined) return '';
  if (granularity === 'hour' && labels.length <= 30) return clock(start, calendar);
  return granularity === 'month' ? monthName(label, calendar) : day(label.slice(0, 10), calendar);
}

/** Which buckets are named below the axis: evenly spaced back from the last; of many hours, those of midnight. */
export function namedPlaces({ granularity, labels }: Buckets, places: number, wanted: number): number[] {
  const all = Array.from({ length: places }, (_, place) => place);
  if (granularity === 'hour' && labels.length > 30) {
    const midnights = all.filter((place) => labels[place]?.endsWith('00:00'));
    return every(midnights, wanted);
  }
  return every(all, wanted);
}

function every(places: readonly number[], wanted: number): number[] {
  const stride = Math.max(1, Math.ceil(places.length / wanted));
  return places.filter((_, index) => (places.length - 1 - index) % stride === 0);
}

function monthName(label: string, { locale }: Calendar): string {
  return new Date(`${label.slice(0, 7)}-15T12:00:00Z`).toLocaleDateString(locale, {
    timeZone: 'UTC',
    month: 'short',
    year: 'numeric',
  });
}
