import { addressOf, choose, openPage, page, state } from '../address/location.ts';
import { RANGES } from '../address/ranges.ts';
import { shiftedRange } from '../address/shifted-range.ts';
import { overview } from '../ask/overview.ts';
import { METRICS, type Metric } from '../figures/metrics.ts';
import { openFinder } from '../parts/open-finder.ts';
import { notedDay } from '../parts/open-notes.ts';
import { PAGES } from '../parts/pages.ts';
import { filterByRow, walkRows } from './walk-rows.ts';

/** What a key does. Two keys one after the other are written with a blank between. */
export type Shortcut = { readonly keys: string; readonly name: string; act(): void };
export type ShortcutGroup = { readonly name: string; readonly shortcuts: readonly Shortcut[] };

const ranges = RANGES.flatMap(({ key, name, preset }): Shortcut[] =>
  key === null ? [] : [{ keys: key, name, act: () => choose({ range: { preset }, granularity: null }) }],
);

const pages = PAGES.map(
  ({ key, name, place }): Shortcut => ({ keys: `g ${key}`, name, act: () => openPage(addressOf(place)) }),
);

const metrics = (Object.keys(METRICS) as Metric[]).slice(0, 8).map(
  (metric, index): Shortcut => ({
    keys: String(index + 1),
    name: METRICS[metric].name,
    act: () => choose({ metric }),
  }),
);

/** Every key of the dashboard, as the sheet shows them. */
export const SHORTCUT_GROUPS: readonly ShortcutGroup[] = [
  {
    name: 'Range',
    shortcuts: [
      ...ranges,
      { keys: 'ArrowLeft', name: 'Earlier', act: () => shift(-1) },
      { keys: 'ArrowRight', name: 'Later', act: () => shift(1) },
      {
        keys: 'x',
        name: 'Compare',
        act: () => choose({ compare: state.value.compare === 'none' ? 'previous_period' : 'none' }),
      },
    ],
  },
  { name: 'Measure', shortcuts: metrics },
  { name: 'Page', shortcuts: pages },
  {
    name: 'Rows',
    shortcuts: [
      { keys: 'j', name: 'Next row, older conversion', act: () => walkRows(1) },
      { keys: 'k', name: 'Row before, newer conversion', act: () => walkRows(-1) },
      { keys: 'f', name: 'Filter by the row', act: () => filterByRow() },
    ],
  },
  {
    name: 'View',
    shortcuts: [
      { keys: '/', name: 'Filter', act: () => openFinder() },
      { keys: 'a', name: 'Annotations', act: note },
      {
        keys: 'i',
        name: 'Include bots',
        act: () => choose({ bots: state.value.bots === 'included' ? 'excluded' : 'included' }),
      },
      { keys: '.', name: 'Copy the address', act: () => void navigator.clipboard.writeText(location.href) },
      { keys: 'Escape', name: 'Clear filters', act: () => choose({ filters: [], segment: null }) },
    ],
  },
];

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
