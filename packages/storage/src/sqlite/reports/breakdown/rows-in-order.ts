import type { PlacedValues, RowOrder, Slice } from '../../../reports.ts';
import { workingMemory } from '../../working-memory.ts';
import { NO_ROW } from '../numbers/number-lists.ts';
import { placesInOrder } from '../numbers/places-in-order.ts';
import type { SortedNumbers } from '../numbers/sorted-numbers.ts';
import type { DictionaryColumns } from '../values/dictionary-columns.ts';
import type { MeasuredTable } from './breakdown-tables.ts';

/** In a list of counts: of a row whose visitors need not be told apart. */
const UNTOLD = -1;

/** Beyond every number and every amount. */
const FAR = 2 ** 1000;

/**
 * The rows of a table from one place of an order to another; ties by the text of the value, so that an answer is the
 * same every time.
 */
export function rowsInOrder(
  table: MeasuredTable,
  { order, ...slice }: Slice & { readonly order: RowOrder },
  dictionaries: DictionaryColumns,
): number[] {
  const { values, rows, visitors } = table;
  const keys = keysOf({ rows, visitors }, { order, ...slice }, dictionaries);
  if (order.descending) for (let row = 0; row < keys.length; row += 1) keys[row] = -(keys[row] as number);
  placeEnds(keys, table, order);
  return placesInOrder({ keys, textOf: (row) => values.text(rows.valueAt(row)) }, slice);
}

function keysOf(
  { rows, visitors }: Pick<MeasuredTable, 'rows' | 'visitors'>,
  { order: { by, currency, descending, last = [] }, offset, limit }: Slice & { readonly order: RowOrder },
  dictionaries: DictionaryColumns,
): Float64Array {
  const { count, sums } = rows;
  // Each row that stands last leaves its place to another.
  const largest = descending ? offset + limit + last.length : count;
  if (by === 'visitors') return visitorsOf(visitors, { count, largest });
  if (by !== 'revenue') return Float64Array.from(sums[by].subarray(0, count));
  const inCurrency = dictionaries.idOf(currency);
  const keys = workingMemory.float64(count);
  for (let row = 0; row < count; row += 1) keys[row] = sums.money.minorIn(row, inCurrency);
  return keys;
}

/** Gives rows whose place is not by what is counted in them a key before or behind all others. */
function placeEnds(
  keys: Float64Array,
  { values, rows }: Pick<MeasuredTable, 'values' | 'rows'>,
  { first = [], last = [] }: PlacedValues,
): void {
  const place = (text: string, key: number) => {
    const row = rows.find(values.numberOf(text));
    if (row !== NO_ROW) keys[row] = key;
  };
  for (const [index, text] of first.entries()) place(text, -FAR / (index + 1));
  for (const [index, text] of last.entries()) place(text, FAR / (last.length - index));
}

type Wanted = { readonly count: number; readonly largest: number };

/**
 * By row, its visitors. They are told apart in those rows alone that can be among the largest: no row has more than it
 * has numbers.
 */
function visitorsOf(visitors: SortedNumbers, { count, largest }: Wanted): Float64Array {
  const found = workingMemory.float64(count).fill(UNTOLD);
  const atMost = workingMemory.float64(count);
  for (let row = 0; row < count; row += 1) atMost[row] = visitors.atMost(row);
  const telling = { atMost, visitors };
  if (largest >= count) tellFrom(0, found, telling);
  else {
    tellFrom(atLargest(atMost, largest), found, telling);
    tellFrom(atLargest(found, largest), found, telling);
  }
  return found;
}

type Telling = { readonly atMost: Float64Array; readonly visitors: SortedNumbers };

/** Tells the visitors of each row that may have so many. */
function tellFrom(least: number, found: Float64Array, { atMost, visitors }: Telling): void {
  const rows = workingMemory.uint32(found.length);
  let count = 0;
  for (let row = 0; row < found.length; row += 1) {
    if (found[row] !== UNTOLD || (atMost[row] as number) < least) continue;
    rows[count] = row;
    count += 1;
  }
  const told = rows.subarray(0, count);
  visitors.countRows(told);
  for (const row of told) found[row] = visitors.count(row);
}

/** The number that stands there in descending order, from 1. */
function atLargest(numbers: Float64Array, place: number): number {
  return numbers.slice().sort()[numbers.length - place] as number;
}
