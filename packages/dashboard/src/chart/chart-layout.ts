import type { Granularity } from '@cvq/contract';
import { type Point, ticks } from './scale.ts';

/** What a chart shows: a bucket a place, in order. */
export type ChartSeries = {
  readonly granularity: Granularity;
  readonly now: readonly (number | null)[];
  readonly before: readonly (number | null)[] | null;
  /** True where the last bucket is not over. */
  readonly partial: boolean;
};

/** Where everything of a chart stands, in pixels. */
export type ChartLayout = {
  readonly width: number;
  readonly height: number;
  /** The upper and the lower end of the lines of the axis. */
  readonly top: number;
  readonly floor: number;
  /** Where 0 is: the floor, unless a value is negative, such as the revenue of a day of refunds. */
  readonly zero: number;
  /** As many as the longer of the two periods has. */
  readonly places: number;
  readonly step: number;
  readonly hasBars: boolean;
  readonly isNarrow: boolean;
  readonly lines: readonly { readonly value: number; readonly y: number }[];
  /** Null where nothing is known. */
  readonly now: readonly (Point | null)[];
  readonly before: readonly (Point | null)[];
  x(place: number): number;
  y(value: number): number;
  /** The place under a pointer. */
  placeAt(x: number): number;
};

const NARROW = 560;
const HEIGHT = { wide: 268, narrow: 200 };
const ABOVE = 30;
const BELOW = 26;

/**
 * An hour is a pile of visits, so its bar has width and stands off the edges; a day is a point of a line, unless told
 * otherwise.
 */
export function layOut(
  series: ChartSeries,
  width: number,
  hasBars = series.granularity === 'hour',
): ChartLayout {
  const isNarrow = width < NARROW;
  const height = isNarrow ? HEIGHT.narrow : HEIGHT.wide;
  const floor = height - BELOW;
  const places = placesOf(series);
  const margin = hasBars ? width / places / 2 : 1;
  const { now, before } = series;
  const values = [...now, ...(before ?? [])].map((value) => value ?? 0);
  const highest = Math.max(1e-9, ...values);
  const lowest = Math.min(0, ...values);
  const axis = ticks(lowest, highest, isNarrow ? 2 : 3);
  const bottom = Math.min(0, axis[0] as number);
  const top = Math.max(0, axis.at(-1) as number);
  const x = (place: number) =>
    places === 1 ? width / 2 : margin + (place * (width - 2 * margin)) / (places - 1);
  const y = (value: number) => floor - ((value - bottom) / (top - bottom)) * (floor - ABOVE);
  const step = places > 1 ? x(1) - x(0) : width;
  const pointsOf = (column: readonly (number | null)[]) =>
    column
      .slice(0, places)
      .map((value, place): Point | null => (value === null ? null : [x(place), y(value)]));
  return {
    width,
    height,
    floor,
    zero: y(0),
    places,
    step,
    hasBars,
    isNarrow,
    x,
    y,
    top: ABOVE - 6,
    // Of nothing every line would be 0.
    lines: highest - lowest > 1e-9 ? axis.map((value) => ({ value, y: y(value) })) : [],
    now: pointsOf(now),
    before: pointsOf(before ?? []),
    placeAt: (at) => Math.max(0, Math.min(places - 1, Math.round((at - margin) / step))),
  };
}

/** Today by the hour leaves room for the hours to come, which yesterday had. */
function placesOf({ now, before, partial, granularity }: ChartSeries): number {
  const isToday = partial && granularity === 'hour' && now.length <= 25;
  return Math.max(1, isToday ? Math.max(now.length, before?.length ?? 0) : now.length);
}
