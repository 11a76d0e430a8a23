import type { Day } from '../days/day.ts';
import type { BreakdownRows } from './breakdown-rows.ts';
import type { DistinctByRow } from './distinct-by-row.ts';
import { MOST_FEW_ROWS } from './few-rows.ts';
import { NO_ROW } from './number-lists.ts';
import { type Pairs, roomFor } from './pairs-by-row.ts';
import type { Scratch } from './scratch.ts';

type Placed = {
  readonly rowOf: Int32Array;
  readonly rows: BreakdownRows;
  /** What is used again for each day. */
  readonly ofDay: { readonly before: Scratch; pairs: Pairs };
  /** Whether days that are read event by event are all that there are. */
  readonly isAll: boolean;
  readonly numberOf: Uint32Array;
  readonly numbers: DistinctByRow;
};

/** So many rows are told apart by a bit each. */
const ROWS_IN_BITS = 31;

type Places = Day['events']['identity'];

/** Adds who acted, or in which session, at the places of a day, to the rows of their events: most act several times for one row. */
export function addPlaces(places: Places, { rowOf, rows, ofDay, isAll, numberOf, numbers }: Placed): void {
  const size = numberOf.length;
  if (isAll && rows.count <= MOST_FEW_ROWS) {
    const rowsOf = ofDay.before.bytes(size);
    markRows(places, rowOf, rowsOf);
    numbers.addToFew(rows.count, rowsOf, numberOf);
    return;
  }
  if (ofDay.pairs.rows.length < places.length) ofDay.pairs = roomFor(places.length);
  const { pairs, before } = ofDay;
  const areFew = rows.count <= ROWS_IN_BITS;
  const known = rows.count <= MOST_FEW_ROWS ? before.bytes(size) : before.filled(size, areFew ? 0 : NO_ROW);
  findPlaces(places, { rowOf, known, areFew, pairs });
  numberPlaces(pairs, numberOf);
  numbers.addAll(pairs);
}

/** By place a bit for each of a few rows that it comes with. Without branches, as `findPlaces`: `NO_ROW` has no bit. */
function markRows(places: Places, rowOf: Int32Array, rowsOf: Uint8Array): void {
  for (let index = 0; index < places.length; index += 1) {
    const row = rowOf[index] as number;
    const place = places[index] as number;
    rowsOf[place] = (rowsOf[place] as number) | ((1 << row) & ~(row >> 31));
  }
}

/** Puts numbers in place of the places that have them. */
function numberPlaces({ numbers, count }: Pairs, numberOf: Uint32Array): void {
  for (let index = 0; index < count; index += 1)
    numbers[index] = numberOf[numbers[index] as number] as number;
}

type Finding = {
  readonly rowOf: Int32Array;
  /** By place: of few rows a bit for each that it came with, else the row that it came with last. */
  readonly known: Int32Array | Uint8Array;
  readonly areFew: boolean;
  readonly pairs: Pairs;
};

/**
 * Each place with its rows: where there are few, once with each; else unless it comes with the same row as before. Without
 * branches, since a processor cannot guess who acts once more.
 */
function findPlaces(places: Places, { rowOf, known, areFew, pairs }: Finding): void {
  const { rows: foundRows, numbers: foundPlaces } = pairs;
  let end = 0;
  for (let index = 0; index < places.length; index += 1) {
    const row = rowOf[index] as number;
    if (row === NO_ROW) continue;
    const place = places[index] as number;
    const ofPlace = known[place] as number;
    foundRows[end] = row;
    foundPlaces[end] = place;
    end += areFew ? ((ofPlace >>> row) & 1) ^ 1 : Number(ofPlace !== row);
    known[place] = areFew ? ofPlace | (1 << row) : row;
  }
  pairs.count = end;
}
