import type { Day } from '../../days/day.ts';
import { workingMemory } from '../../working-memory.ts';
import { MarkedEvents } from '../filters/marked-events.ts';
import { NO_ROW } from '../numbers/number-lists.ts';
import { Scratch } from '../numbers/scratch.ts';
import type { DimensionValues, FewValues, SingleValues } from '../values/dimension-values.ts';
import type { BreakdownRows } from './breakdown-rows.ts';

type Table = { readonly values: DimensionValues; readonly rows: BreakdownRows };

type Counted = { readonly counts: Uint8Array; readonly events: number };

/**
 * The events of a day that count and have a row in a table: what filters leave is looked at several times, and often a
 * small part of a day.
 */
export class RowedEvents extends MarkedEvents {
  /** The row of each. */
  row = workingMemory.int32(0);
  readonly #others = new Scratch();

  /** @param counts a 1 for each event of the day that counts */
  readRows(day: Day, counts: Uint8Array, { values, rows }: Table): void {
    const few = values.ofFewEvents(day);
    if (few !== null) {
      this.#readFew(few, { counts, events: day.events.count }, rows);
      return;
    }
    this.read(counts, day.events.count);
    this.#makeRoom();
    if (values.ofSingle !== null) this.#readEntries(day, values.ofSingle, rows);
    else this.#readValues(values.ofEvents(day, counts), rows);
  }

  /** First all that have no value, and so one row, then the few that have one. */
  #readFew({ index, entry, values }: FewValues, { counts, events }: Counted, rows: BreakdownRows): void {
    const others = this.#others.bytes(events);
    others.set(counts.subarray(0, events));
    for (let place = 0; place < index.length; place += 1) others[index[place] as number] = 0;
    this.read(others, events);
    this.#makeRoom();
    const row = this.count === 0 ? NO_ROW : rows.rowOf(0);
    let kept = row === NO_ROW ? 0 : this.count;
    this.row.fill(row, 0, kept);
    for (let place = 0; place < index.length; place += 1) {
      const event = index[place] as number;
      if (counts[event] === 1)
        kept = this.#keep(kept, event, rows.rowOf(values[entry[place] as number] as number));
    }
    this.count = kept;
  }

  #readEntries({ events }: Day, { column, words }: SingleValues, rows: BreakdownRows): void {
    const { [column]: entries } = events;
    let kept = 0;
    for (let place = 0; place < this.count; place += 1) {
      const event = this.index[place] as number;
      kept = this.#keep(kept, event, rows.rowOf(words.of(entries[event] as number)));
    }
    this.count = kept;
  }

  #readValues(found: Int32Array, rows: BreakdownRows): void {
    rows.putRows(found, this);
    if (rows.hasAll) return;
    let kept = 0;
    for (let place = 0; place < this.count; place += 1)
      kept = this.#keep(kept, this.index[place] as number, this.row[place] as number);
    this.count = kept;
  }

  /** Puts an event at a place, and gives the next one: the same where the event has no row. */
  #keep(place: number, event: number, row: number): number {
    this.index[place] = event;
    this.row[place] = row;
    return row === NO_ROW ? place : place + 1;
  }

  #makeRoom(): void {
    if (this.row.length < this.index.length) this.row = workingMemory.int32(this.index.length);
  }
}
