import type { RowMeasureName } from '@cvq/contract';
import type { ChangeUnit } from '../words/change.ts';
import { compact, count, type KnownNumber, money, percent, seconds, type Writing } from '../words/numbers.ts';

/** How a measure is named, written and judged. */
export type MetricFacts = {
  readonly name: string;
  /** Where there is little room, as above a column. */
  readonly short: string;
  /** In a column amounts are written alike, as its largest is. */
  readonly write: (value: KnownNumber, writing: Writing, largest?: KnownNumber) => string;
  readonly onAxis: (value: KnownNumber, writing: Writing, largest?: KnownNumber) => string;
  /** Which way is good; null where neither is. */
  readonly good: 'up' | 'down' | null;
  readonly change: ChangeUnit;
  /** What chance does to it: a count moves by its root, a share by the size of its whole. */
  readonly kind: 'count' | 'share' | 'amount' | 'mean';
  /** Whether the rows of a table add up to it. */
  readonly addsUp: boolean;
  /** By which measure rows are chosen: a rate of few would stand above that of many. */
  readonly rowsBy: RowMeasureName;
};

const ofCount = { write: count, onAxis: compact, good: 'up', change: 'percent', kind: 'count' } as const;
const ofShare = {
  write: (value: KnownNumber, writing: Writing) => percent(value, writing),
  onAxis: (value: KnownNumber, writing: Writing) => percent(value, writing, 0),
  change: 'points',
  kind: 'share',
  addsUp: false,
  rowsBy: 'sessions',
} as const;

/** The measures that drive a page, in the order of the strip; spend and its return join where a platform is connected. */
export const METRICS = {
  visitors: { ...ofCount, name: 'Visitors', short: 'Visitors', addsUp: false, rowsBy: 'visitors' },
  sessions: { ...ofCount, name: 'Visits', short: 'Visits', addsUp: true, rowsBy: 'sessions' },
  pageviews: { ...ofCount, name: 'Page views', short: 'Views', addsUp: true, rowsBy: 'pageviews' },
  conversions: { ...ofCount, name: 'Conversions', short: 'Conv.', addsUp: true, rowsBy: 'conversions' },
  conversion_rate: { ...ofShare, name: 'Conversion rate', short: 'Rate', good: 'up' },
  revenue: {
    ...{ name: 'Revenue', short: 'Revenue', write: money, onAxis: money },
    ...{ good: 'up', change: 'percent', kind: 'amount', addsUp: true, rowsBy: 'revenue' },
  },
  bounce_rate: { ...ofShare, name: 'Bounce rate', short: 'Bounce', good: 'down' },
  average_session_duration_seconds: {
    ...{ name: 'Time per visit', short: 'Time', write: seconds, onAxis: seconds },
    ...{ good: 'up', change: 'percent', kind: 'mean', addsUp: false, rowsBy: 'sessions' },
  },
  ad_spend: {
    ...{ name: 'Spend', short: 'Spend', write: money, onAxis: money },
    ...{ good: null, change: 'percent', kind: 'amount', addsUp: true, rowsBy: 'ad_spend' },
  },
  roas: {
    ...{ name: 'Return on spend', short: 'ROAS', write: times, onAxis: times },
    ...{ good: 'up', change: 'percent', kind: 'mean', addsUp: false, rowsBy: 'ad_spend' },
  },
} as const satisfies Readonly<Record<string, MetricFacts>>;

export type Metric = keyof typeof METRICS;

/** A ratio, as `3.4×`. */
function times(value: KnownNumber, { locale }: Writing): string {
  if (value === null || value === undefined) return '–';
  return `${value.toLocaleString(locale, { maximumFractionDigits: 1 })}×`;
}
