import type { RangePreset } from '@cvq/contract';

/** A range that the menu offers: its name there, its name in a sentence, and its key. */
export type OfferedRange = {
  readonly preset: RangePreset;
  readonly name: string;
  /** After "visited". */
  readonly inSentence: string;
  /** What the earlier period is called, after "than" or "as". */
  readonly before: string;
  readonly key: string | null;
};

/** In the order of the menu. */
export const RANGES: readonly OfferedRange[] = [
  { preset: 'today', name: 'Today', inSentence: 'today', before: 'yesterday', key: 'd' },
  { preset: 'yesterday', name: 'Yesterday', inSentence: 'yesterday', before: 'on the day before', key: 'e' },
  lastOf('24h', '24 hours', 'h'),
  lastOf('7d', '7 days', 'w'),
  lastOf('14d', '14 days', null),
  lastOf('28d', '28 days', null),
  lastOf('30d', '30 days', 't'),
  lastOf('90d', '90 days', 'n'),
  { preset: 'wtd', name: 'This week', inSentence: 'this week', before: 'last week', key: null },
  {
    preset: 'last_week',
    name: 'Last week',
    inSentence: 'last week',
    before: 'in the week before',
    key: null,
  },
  { preset: 'mtd', name: 'This month', inSentence: 'this month', before: 'last month', key: 'm' },
  {
    preset: 'last_month',
    name: 'Last month',
    inSentence: 'last month',
    before: 'in the month before',
    key: 'p',
  },
  { preset: 'qtd', name: 'This quarter', inSentence: 'this quarter', before: 'last quarter', key: null },
  {
    preset: 'last_quarter',
    name: 'Last quarter',
    inSentence: 'last quarter',
    before: 'in the quarter before',
    key: null,
  },
  { preset: 'ytd', name: 'This year', inSentence: 'this year', before: 'in the year before', key: 'y' },
  lastOf('12mo', '12 months', 'l'),
];

/** `span`: a number and its unit, such as `7 days`. */
function lastOf(preset: RangePreset, span: string, key: string | null): OfferedRange {
  return {
    preset,
    name: `Last ${span}`,
    inSentence: `in the last ${span}`,
    before: `in the ${span.replace(/^\d+ /, '')} before`,
    key,
  };
}
