import { addressOf, choose, openPage, page, state } from '../address/location.ts';
import { RANGES } from '../address/ranges.ts';
import { shiftedRange } from '../address/shifted-range.ts';
import { overview } from '../ask/overview.ts';
import { METRICS, type Metric } from '../figures/metrics.ts';
import { openFinder } from '../parts/open-finder.ts';
import { notedDay } from '../parts/open-notes.ts';
import { PAGES } from '../parts/pages.ts';
import { filterByRow, walkRows } from './walk-rows.ts';

type Act = () => void;

const ranges = RANGES.flatMap(({ key, preset }): [string, Act][] =>
  key === null ? [] : [[key, () => choose({ range: { preset }, granularity: null })]],
);

const pages = PAGES.map(({ key, place }): [string, Act] => [`g ${key}`, () => openPage(addressOf(place))]);

/** The measures that have a key, which is their place from 1. */
export const KEYED_METRICS = (Object.keys(METRICS) as Metric[]).slice(0, 8);

const metrics = KEYED_METRICS.map((metric, index): [string, Act] => [
  String(index + 1),
  () => choose({ metric }),
]);

const others = {
  ArrowLeft: () => shift(-1),
  ArrowRight: () => shift(1),
  x: () => choose({ compare: state.value.compare === 'none' ? 'previous_period' : 'none' }),
  j: () => walkRows(1),
  k: () => walkRows(-1),
  f: () => filterByRow(),
  '/': () => openFinder(),
  a: note,
  i: () => choose({ bots: state.value.bots === 'included' ? 'excluded' : 'included' }),
  '.': () => void navigator.clipboard.writeText(location.href),
  Escape: clearFilters,
};

/** A key beside those of ranges, measures and pages. */
export type OtherKey = keyof typeof others;

/** What each key does. Two keys one after the other are written with a blank between. */
export const SHORTCUTS: ReadonlyMap<string, Act> = new Map([
  ...ranges,
  ...metrics,
  ...pages,
  ...Object.entries(others),
]);

/** Where there is none, a list stays at the page that it is at. */
function clearFilters(): void {
  const { filters, segment } = state.value;
  if (filters.length > 0 || segment !== null) choose({ filters: [], segment: null });
}

/** Of the last day that is shown, unless somebody names another. */
function note(): void {
  notedDay.value = overview.answer.value?.meta.end_date ?? null;
}

/** By as many days as are shown: not before they are, and not into what is to come. */
function shift(direction: 1 | -1): void {
  const answer = overview.answer.value;
  if (page.value !== 'overview' || answer === null || overview.isStale.value) return;
  const { data, meta } = answer;
  if (direction === 1 && data.series.partial) return;
  choose({ range: shiftedRange(meta.start_date, meta.end_date, direction), granularity: null });
}
