import type { Day } from '../days/day.ts';
import { workingMemory } from '../working-memory.ts';
import type { BreakdownRows } from './breakdown-rows.ts';
import type { DimensionValues, SingleValues } from './dimension-values.ts';
import { NO_ROW } from './number-lists.ts';

type Table = { readonly values: DimensionValues; readonly rows: BreakdownRows };

/**
 * The events of a day that count and have a row in a table, one after the other: what filters leave is looked at several times, and often a small
 * part of a day. Another day takes the place of the one before.
 */
export class RowedEvents {
  count = 0;
  /** Which events of the day they are, in their order. */
  index = workingMemory.uint32(0);
  /** The row of each. */
  row = workingMemory.uint32(0);

  /** @param counts a 1 for each event of the day that counts */
  read(day: Day, counts: Uint8Array, { values, rows }: Table): void {
    if (this.index.length < day.events.count) {
      this.index = workingMemory.uint32(day.events.count);
      this.row = workingMemory.uint32(day.events.count);
    }
    this.count = find(counts, day.events.count, this.index);
    if (values.ofSingle !== null) this.#readEntries(day, values.ofSingle, rows);
    else this.#readValues(values.ofEvents(day, counts), rows);
  }

  #readEntries({ events }: Day, { column, words }: SingleValues, rows: BreakdownRows): void {
    const { index } = this;
    const { [column]: entries } = events;
    let kept = 0;
    for (let place = 0; place < this.count; place += 1) {
      const event = index[place] as number;
      kept = this.#keep(kept, event, rows.rowOf(words.of(entries[event] as number)));
    }
    this.count = kept;
  }

  #readValues(found: Int32Array, rows: BreakdownRows): void {
    const { index } = this;
    let kept = 0;
    for (let place = 0; place < this.count; place += 1) {
      const event = index[place] as number;
      kept = this.#keep(kept, event, rows.rowOf(found[event] as number));
    }
    this.count = kept;
  }

  /** Puts an event at the next place, which counts unless it has no row. */
  #keep(place: number, event: number, row: number): number {
    this.index[place] = event;
    this.row[place] = row;
    return row === NO_ROW ? place : place + 1;
  }
}

/** Without a branch: what counts after filters is as good as random, and a processor that guesses is slowed down by it. */
function find(counts: Uint8Array, count: number, index: Uint32Array): number {
  let found = 0;
  for (let event = 0; event < count; event += 1) {
    index[found] = event;
    found += counts[event] as number;
  }
  return found;
}
