import type { Day } from '../../days/day.ts';
import { withRoomToGrow } from '../../with-room-to-grow.ts';
import type { DistinctByRow } from '../numbers/distinct-by-row.ts';
import { MOST_FEW_ROWS } from '../numbers/few-rows.ts';
import { NO_ROW } from '../numbers/number-lists.ts';
import { type Pairs, roomFor } from '../numbers/pairs-by-row.ts';
import type { Scratch } from '../numbers/scratch.ts';
import type { BreakdownRows } from './breakdown-rows.ts';
import type { RowedEvents } from './rowed-events.ts';

type Placed = {
  readonly events: RowedEvents;
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
export function addPlaces(places: Places, { events, rows, ofDay, isAll, numberOf, numbers }: Placed): void {
  const size = numberOf.length;
  if (isAll && rows.count <= MOST_FEW_ROWS) {
    const rowsOf = ofDay.before.bytes(size);
    markRows(places, events, rowsOf);
    numbers.addToFew(rows.count, rowsOf, numberOf);
    return;
  }
  if (ofDay.pairs.rows.length < places.length) ofDay.pairs = roomFor(withRoomToGrow(places.length));
  const { pairs, before } = ofDay;
  const areFew = rows.count <= ROWS_IN_BITS;
  const known = rows.count <= MOST_FEW_ROWS ? before.bytes(size) : before.filled(size, areFew ? 0 : NO_ROW);
  findPlaces(places, { events, known, areFew, pairs });
  numberPlaces(pairs, numberOf);
  numbers.addAll(pairs);
}

/** By place a bit for each of a few rows that it comes with. */
function markRows(places: Places, { count, index, row: rowOf }: RowedEvents, rowsOf: Uint8Array): void {
  for (let event = 0; event < count; event += 1) {
    const place = places[index[event] as number] as number;
    rowsOf[place] = (rowsOf[place] as number) | (1 << (rowOf[event] as number));
  }
}

/** Puts numbers in place of the places that have them. */
function numberPlaces({ numbers, count }: Pairs, numberOf: Uint32Array): void {
  for (let index = 0; index < count; index += 1)
    numbers[index] = numberOf[numbers[index] as number] as number;
}

type Finding = {
  readonly events: RowedEvents;
  /** By place: of few rows a bit for each that it came with, else the row that it came with last. */
  readonly known: Int32Array | Uint8Array;
  readonly areFew: boolean;
  readonly pairs: Pairs;
};

/**
 * Each place with its rows: where there are few, once with each; else unless it comes with the same row as before. Without
 * branches, since a processor cannot guess who acts once more.
 */
function findPlaces(places: Places, { events, known, areFew, pairs }: Finding): void {
  const { rows: foundRows, numbers: foundPlaces } = pairs;
  const { count, index, row: rowOf } = events;
  let end = 0;
  for (let event = 0; event < count; event += 1) {
    const row = rowOf[event] as number;
    const place = places[index[event] as number] as number;
    const ofPlace = known[place] as number;
    foundRows[end] = row;
    foundPlaces[end] = place;
    end += areFew ? ((ofPlace >>> row) & 1) ^ 1 : Number(ofPlace !== row);
    known[place] = areFew ? ofPlace | (1 << row) : row;
  }
  pairs.count = end;
}
