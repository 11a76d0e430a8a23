import type { Integers } from '../../days/column-body.ts';
import type { Day } from '../../days/day.ts';
import { withRoomToGrow } from '../../with-room-to-grow.ts';
import { workingMemory } from '../../working-memory.ts';
import type { DimensionValues, SingleValues } from './dimension-values.ts';
import { WordValues } from './word-values.ts';
import type { WordsOfEntries } from './words-of-entries.ts';

/** The values of what each event has by itself: its type, or its page. */
export class ValuesByEvent
  extends WordValues<SingleValues['column']>
  implements DimensionValues, SingleValues
{
  readonly ofSessions = null;
  #values = workingMemory.int32(0);

  get ofSingle(): SingleValues {
    return this;
  }

  ofEvents(day: Day, counts: Uint8Array): Int32Array {
    const { count, [this.column]: entries } = day.events;
    if (this.#values.length < count) this.#values = workingMemory.int32(withRoomToGrow(count));
    tellOfEntries(this.#values, this.words, { entries, counts, count });
    return this.#values;
  }

  ofEvent(day: Day, index: number): number {
    return this.words.of(day.events[this.column][index] as number);
  }
}

type Entries = { readonly entries: Integers; readonly counts: Uint8Array; readonly count: number };

function tellOfEntries(values: Int32Array, words: WordsOfEntries, { entries, counts, count }: Entries): void {
  for (let index = 0; index < count; index += 1)
    if (counts[index] === 1) values[index] = words.of(entries[index] as number);
}
