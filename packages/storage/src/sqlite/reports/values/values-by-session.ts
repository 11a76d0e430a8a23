import type { Integers } from '../../days/column-body.ts';
import type { Day } from '../../days/day.ts';
import { withRoomToGrow } from '../../with-room-to-grow.ts';
import { workingMemory } from '../../working-memory.ts';
import type { DimensionValues, SessionValues } from './dimension-values.ts';
import { type LoneEntries, loneEntries } from './lone-entries.ts';
import { WordValues } from './word-values.ts';
import type { WordsOfEntries } from './words-of-entries.ts';

/** The values of what sessions have. What the session of an event says stands in place of what the event says itself. */
export class ValuesBySession
  extends WordValues<SessionValues['column']>
  implements DimensionValues, SessionValues
{
  readonly ofSingle = null;
  #ofEvents = workingMemory.int32(0);
  #ofDay = workingMemory.uint32(0);
  /** Of the day that was asked about last: where there is no room to keep them, each look would find them anew. */
  #lone: { readonly day: Day; readonly entries: LoneEntries | null } | null = null;

  get ofSessions(): SessionValues {
    return this;
  }

  ofEvents(day: Day, counts: Uint8Array): Int32Array {
    const { count, session } = day.events;
    if (this.#ofEvents.length < count) this.#ofEvents = workingMemory.int32(withRoomToGrow(count));
    const entries = { session, ofSession: this.ofDay(day), lone: this.ofLoneEvents(day), counts, count };
    tellOfSessions(this.#ofEvents, this.words, entries);
    return this.#ofEvents;
  }

  ofEvent(day: Day, index: number): number {
    const place = day.events.session[index] as number;
    const entry = place === 0 ? this.ofLoneEvents(day)?.at(index) : day.sessions[this.column][place - 1];
    return this.words.of(entry ?? 0);
  }

  ofDay({ sessions }: Day): Uint32Array {
    const { count, [this.column]: entries } = sessions;
    if (this.#ofDay.length <= count) this.#ofDay = workingMemory.uint32(withRoomToGrow(count + 1));
    tellByPlace(this.#ofDay, this.words, { entries, count });
    return this.#ofDay;
  }

  ofLoneEvents(day: Day): LoneEntries | null {
    if (this.#lone?.day === day) return this.#lone.entries;
    const { column } = this;
    const entries = column === 'entryPage' || column === 'exitPage' ? null : loneEntries(column, day);
    this.#lone = { day, entries };
    return entries;
  }
}

type Entries = {
  readonly session: Integers;
  readonly ofSession: Uint32Array;
  readonly lone: LoneEntries | null;
  readonly counts: Uint8Array;
  readonly count: number;
};

function tellOfSessions(
  values: Int32Array,
  words: WordsOfEntries,
  { session, ofSession, lone, counts, count }: Entries,
): void {
  for (let index = 0; index < count; index += 1) {
    if (counts[index] !== 1) continue;
    const place = session[index] as number;
    values[index] = place === 0 ? words.of(lone?.at(index) ?? 0) : (ofSession[place] as number);
  }
}

type ByPlace = { readonly entries: Integers; readonly count: number };

function tellByPlace(values: Uint32Array, words: WordsOfEntries, { entries, count }: ByPlace): void {
  for (let place = 0; place < count; place += 1) values[place + 1] = words.of(entries[place] as number);
}
