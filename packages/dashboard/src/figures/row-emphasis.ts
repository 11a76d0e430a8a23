import { countsDiffer } from '../words/chance.ts';
import type { KnownNumber } from '../words/numbers.ts';
import { inOrders, type Measured } from './beyond-chance.ts';
import { METRICS, type Metric } from './metrics.ts';

/** How a row's change is set: as expected, departing, or departing in the direction of its sign. */
export type RowEmphasis = 'muted' | 'ink' | 'coloured';

/** A table has many rows: one of twenty would depart by chance alone at less. */
const DEVIATIONS = 2.5;

/**
 * A row is judged against what it would be had it moved like the whole site, so that a table in which everything grew by a
 * third is quiet, and the rows that did not stand out.
 */
export function rowEmphasis(
  metric: Metric,
  row: { readonly now: KnownNumber; readonly before: KnownNumber },
  totals: { readonly now: Measured; readonly before: Measured | null },
): RowEmphasis {
  const { kind } = METRICS[metric];
  if (kind === 'share' || kind === 'mean' || row.now == null || row.before == null) return 'muted';
  const [now, before] = [totals.now[metric], totals.before?.[metric]];
  const due = row.before * (now && before ? now / before : 1);
  const [actual, expected] =
    kind === 'amount' ? [inOrders(row.now, totals.now), inOrders(due, totals.now)] : [row.now, due];
  if (!countsDiffer(actual, expected, DEVIATIONS)) return 'muted';
  return row.now > due === row.now > row.before ? 'coloured' : 'ink';
}
