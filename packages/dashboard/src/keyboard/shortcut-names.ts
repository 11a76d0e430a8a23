import { RANGES } from '../address/ranges.ts';
import { METRICS } from '../figures/metrics.ts';
import { PAGES } from '../parts/pages.ts';
import { KEYED_METRICS, type OtherKey } from './shortcuts.ts';

type ShortcutGroup = {
  readonly name: string;
  readonly keys: readonly (readonly [keys: string, name: string])[];
};

const OTHERS: Readonly<Record<OtherKey, readonly [group: string, name: string]>> = {
  ArrowLeft: ['Range', 'Earlier'],
  ArrowRight: ['Range', 'Later'],
  x: ['Range', 'Compare'],
  j: ['Rows', 'Next row, older conversion'],
  k: ['Rows', 'Row before, newer conversion'],
  f: ['Rows', 'Filter by the row'],
  '/': ['View', 'Filter'],
  a: ['View', 'Annotations'],
  i: ['View', 'Include bots'],
  '.': ['View', 'Copy the address'],
  Escape: ['View', 'Clear filters'],
};

const othersOf = (group: string) =>
  Object.entries(OTHERS).flatMap(([key, [of, name]]) => (of === group ? [[key, name] as const] : []));

const SWITCHER_KEYS = navigator.platform.startsWith('Mac') ? '⌘ k' : 'Ctrl k';

/** What every key is called, as the sheet shows them. Only the sheet needs the names. */
export const SHORTCUT_NAMES: readonly ShortcutGroup[] = [
  {
    name: 'Range',
    keys: [
      ...RANGES.flatMap(({ key, name }) => (key === null ? [] : [[key, name] as const])),
      ...othersOf('Range'),
    ],
  },
  { name: 'Measure', keys: KEYED_METRICS.map((metric, at) => [String(at + 1), METRICS[metric].name]) },
  { name: 'Page', keys: PAGES.map(({ key, name }) => [`g ${key}`, name]) },
  { name: 'Rows', keys: othersOf('Rows') },
  { name: 'View', keys: [...othersOf('View'), [SWITCHER_KEYS, 'Projects and pages']] },
];
