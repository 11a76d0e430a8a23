import type { RowMeasure } from '../../reports.ts';
import type { MeasuredTable } from './breakdown-tables.ts';
import type { Counts } from './counts.ts';
import { minorIn } from './money.ts';

/** `currency`: the integer of its code. */
type ByMeasure = { readonly by: RowMeasure['by']; readonly currency: number };
type Ranked = { readonly row: number; readonly measure: number };

/**
 * The rows of a table that are the largest by a measure, those first; ties by the text of the value, so that an answer is the same
 * every time. Visitors are told apart in those rows alone that can be among them: no row has more than it has numbers.
 */
export function firstRows(table: MeasuredTable, measure: ByMeasure, count: number): number[] {
  const { values, rows, visitors } = table;
  const { by } = measure;
  const textOf = (row: number) => values.text(rows.values[row] as number);
  const inOrder = (one: Ranked, other: Ranked) =>
    other.measure - one.measure || (textOf(one.row) < textOf(other.row) ? -1 : 1);
  const atMost = Float64Array.from(rows.counts, (counts, row) =>
    by === 'visitors' ? visitors.atMost(row) : measureOf(counts, measure),
  );
  const first: Ranked[] = [];
  for (const row of inDescendingOrder(atMost)) {
    const bound = atMost[row] as number;
    const last = first[count - 1];
    if (last !== undefined && bound < last.measure) break;
    const ranked = { row, measure: by === 'visitors' ? visitors.count(row) : bound };
    if (last !== undefined && inOrder(last, ranked) < 0) continue;
    first.push(ranked);
    first.sort(inOrder).splice(count);
  }
  return first.map(({ row }) => row);
}

function measureOf(counts: Counts, { by, currency }: ByMeasure): number {
  return by === 'revenue' ? minorIn(counts, currency) : counts[by];
}

/** The places of numbers, that of the largest first. */
function inDescendingOrder(numbers: Float64Array): Uint32Array {
  const places = Uint32Array.from(numbers, (_, place) => place);
  return places.sort((one, other) => (numbers[other] as number) - (numbers[one] as number));
}
