import type { Integers } from '../days/column-body.ts';
import type { Day } from '../days/day.ts';
import { workingMemory } from '../working-memory.ts';
import type { Condition } from './condition.ts';
import type { SessionValues } from './dimension-values.ts';
import { type LoneEntries, loneEntries } from './lone-entries.ts';
import type { WordsOfEntries } from './words-of-entries.ts';

type Column = SessionValues['column'];
type OfSessions = { readonly words: WordsOfEntries; readonly condition: Condition };

/** A filter on sessions. */
export type SessionCondition = {
  /** By place of a session, from 1: takes the mark from each that does not fulfil it. */
  narrowSessions(day: Day, marks: Uint8Array): void;
  /** Whether an event without a session fulfils it. */
  fulfilsByItself(day: Day, index: number): boolean;
};

/** The filters of a question that are not on single events: what a session fulfils, all its events do. */
export class SessionFilter {
  readonly #conditions: readonly SessionCondition[];
  readonly #byDay = new Map<Day, Uint8Array>();
  /** Events of a day. */
  #lone = workingMemory.uint32(0);

  constructor(conditions: readonly Condition[], others: readonly SessionCondition[]) {
    const byColumn = new Map<Column, OfSessions[]>();
    for (const condition of conditions) {
      if (condition.values.ofSessions === null) continue;
      const { column, words } = condition.values.ofSessions;
      byColumn.set(column, [...(byColumn.get(column) ?? []), { words, condition }]);
    }
    this.#conditions = [...Array.from(byColumn, ([column, own]) => new EntryFilter(column, own)), ...others];
  }

  /** Everything fulfils it. */
  get isEmpty(): boolean {
    return this.#conditions.length === 0;
  }

  /** By place of a session, from 1, a 1 for each that fulfils all. */
  of(day: Day): Uint8Array {
    const known = this.#byDay.get(day);
    if (known !== undefined) return known;
    const marks = workingMemory.uint8(day.sessions.count + 1).fill(1);
    for (const condition of this.#conditions) condition.narrowSessions(day, marks);
    this.#byDay.set(day, marks);
    return marks;
  }

  /** Takes the mark from the events of a day whose session does not fulfil all. Those without one speak for themselves. */
  narrow(day: Day, marks: Uint8Array): void {
    if (this.isEmpty) return;
    const ofSession = this.of(day);
    const { session, count } = day.events;
    if (this.#lone.length < count) this.#lone = workingMemory.uint32(count);
    const lone = this.#lone;
    const found = markSessions({ session, ofSession, count, lone }, marks);
    for (let place = 0; place < found; place += 1) {
      const index = lone[place] as number;
      if (!this.#conditions.every((condition) => condition.fulfilsByItself(day, index))) marks[index] = 0;
    }
  }
}

type OfSession = {
  readonly session: Integers;
  readonly ofSession: Uint8Array;
  readonly count: number;
  /** Room for the indexes of events without a session. */
  readonly lone: Uint32Array;
};

/**
 * Without a branch: which sessions fulfil all is as good as random, and a processor that guesses is slowed down by it. What has no session
 * keeps its mark; tells how many those are.
 */
function markSessions({ session, ofSession, count, lone }: OfSession, marks: Uint8Array): number {
  let found = 0;
  for (let index = 0; index < count; index += 1) {
    const own = session[index] as number;
    const mark = (marks[index] as number) & (ofSession[own] as number);
    marks[index] = mark;
    lone[found] = index;
    // 1 for 0 alone.
    found += mark & ((own - 1) >>> 31);
  }
  return found;
}

/** All filters on what one column of sessions tells: an entry of its dictionary is tried once, however many have it. */
class EntryFilter implements SessionCondition {
  readonly #column: Column;
  readonly #conditions: readonly OfSessions[];
  /** By entry: 1 for one that fulfils all, 2 for one that does not, 0 for what was not tried yet. */
  #results = workingMemory.uint8(1024);
  /** Of the day that was asked about last. */
  #lone: { readonly day: Day; readonly entries: LoneEntries } | null = null;

  constructor(column: Column, conditions: readonly OfSessions[]) {
    this.#column = column;
    this.#conditions = conditions;
  }

  narrowSessions({ sessions }: Day, marks: Uint8Array): void {
    const { count, [this.#column]: entries } = sessions;
    for (let place = 0; place < count; place += 1) {
      const entry = entries[place] as number;
      // Without a branch: of 1 and 2 only the one has a bit in common with a mark.
      marks[place + 1] = (marks[place + 1] as number) & (this.#results[entry] || this.#try(entry));
    }
  }

  /** Pages of entry and exit are those of sessions alone. */
  fulfilsByItself(day: Day, index: number): boolean {
    const entry = this.#loneOf(day)?.at(index) ?? 0;
    return (this.#results[entry] || this.#try(entry)) === 1;
  }

  #loneOf(day: Day): LoneEntries | null {
    const column = this.#column;
    if (column === 'entryPage' || column === 'exitPage') return null;
    if (this.#lone?.day !== day) this.#lone = { day, entries: loneEntries(column, day) };
    return this.#lone.entries;
  }

  #try(entry: number): number {
    if (entry >= this.#results.length) {
      const wider = workingMemory.uint8(Math.max(entry + 1, this.#results.length * 2));
      wider.set(this.#results);
      this.#results = wider;
    }
    const result = this.#conditions.every(({ words, condition }) => condition.fulfils(words.of(entry)))
      ? 1
      : 2;
    this.#results[entry] = result;
    return result;
  }
}
