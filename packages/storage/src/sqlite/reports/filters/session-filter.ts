import type { Integers } from '../../days/column-body.ts';
import type { Day } from '../../days/day.ts';
import { workingMemory } from '../../working-memory.ts';
import type { SessionValues } from '../values/dimension-values.ts';
import { fewLoneEvents } from '../values/few-lone-events.ts';
import type { Condition } from './condition.ts';

const FULFILS = 1;
const FULFILS_NOT = 2;
/** To find what tells of one entry takes as long as to try so many in the order of the dictionary. */
const ENTRIES_A_SESSION = 3;

type Column = SessionValues['column'];
type OfSessions = { readonly values: SessionValues; readonly condition: Condition };

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

  /** `sessions`: of how many it will be asked, about. */
  constructor(
    conditions: readonly Condition[],
    { others, sessions }: { readonly others: readonly SessionCondition[]; readonly sessions: number },
  ) {
    const byColumn = new Map<Column, OfSessions[]>();
    for (const condition of conditions) {
      const values = condition.values.ofSessions;
      if (values === null) continue;
      byColumn.set(values.column, [...(byColumn.get(values.column) ?? []), { values, condition }]);
    }
    const own = Array.from(
      byColumn,
      ([column, all]) => new EntryFilter(column, { conditions: all, sessions }),
    );
    this.#conditions = [...own, ...others];
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
    leaveSessions(day.events, ofSession, marks);
    const few = fewLoneEvents(day);
    if (few !== null) for (const index of few) this.#narrowLone(day, index, marks);
    else this.#narrowAllLone(day, marks);
  }

  #narrowAllLone(day: Day, marks: Uint8Array): void {
    const { session, count } = day.events;
    for (let index = 0; index < count; index += 1)
      if (session[index] === 0) this.#narrowLone(day, index, marks);
  }

  #narrowLone(day: Day, index: number, marks: Uint8Array): void {
    if (marks[index] === 0) return;
    if (!this.#conditions.every((condition) => condition.fulfilsByItself(day, index))) marks[index] = 0;
  }
}

type SessionsOfEvents = { readonly session: Integers; readonly count: number };

/**
 * Without a branch: which sessions fulfil all is as good as random, and a processor that guesses is slowed down by it.
 * What has no session keeps its mark.
 */
function leaveSessions({ session, count }: SessionsOfEvents, ofSession: Uint8Array, marks: Uint8Array): void {
  for (let index = 0; index < count; index += 1)
    marks[index] = (marks[index] as number) & (ofSession[session[index] as number] as number);
}

/** All filters on what one column of sessions tells: an entry of its dictionary is tried once, however many have it. */
class EntryFilter implements SessionCondition {
  readonly #column: Column;
  readonly #conditions: readonly OfSessions[];
  /** By entry, `FULFILS` all or `FULFILS_NOT`; 0 for what was not tried yet. */
  #results = workingMemory.uint8(1024);
  /** Of each filter what is known by a part of clients; null where entries are tried. */
  #byPart: readonly Uint8Array[] | null = null;

  constructor(
    column: Column,
    { conditions, sessions }: { conditions: readonly OfSessions[]; sessions: number },
  ) {
    this.#column = column;
    this.#conditions = conditions;
    if (column !== 'client') return;
    const words = conditions.map(({ values }) => values.words);
    const work = Math.max(...words.map(({ workToRaise }) => workToRaise));
    if (work <= sessions * ENTRIES_A_SESSION) this.#tryAll();
    else if (words.every(({ parts }) => parts > 0))
      this.#byPart = words.map(({ parts }) => workingMemory.uint8(parts));
  }

  /**
   * All entries of the dictionary, in their order, where sessions are many and words few: those that came one by one would each
   * wait for what tells of them.
   */
  #tryAll(): void {
    const entries = Math.min(...this.#conditions.map(({ values }) => values.words.entries));
    this.#results = workingMemory.uint8(entries).fill(FULFILS);
    for (const { values, condition } of this.#conditions)
      values.words.raise(this.#results, (word) => resultOf(condition, word));
  }

  narrowSessions(day: Day, marks: Uint8Array): void {
    const byPart = this.#byPart;
    if (byPart === null) this.#narrowByEntry(day, marks);
    else
      for (const [index, { values, condition }] of this.#conditions.entries()) {
        const known = byPart[index] as Uint8Array;
        values.words.narrow(day, marks, { known, of: (word) => resultOf(condition, word) });
      }
  }

  #narrowByEntry({ sessions }: Day, marks: Uint8Array): void {
    const { count, [this.#column]: entries } = sessions;
    for (let place = 0; place < count; place += 1) {
      const entry = entries[place] as number;
      // Without a branch: of the two only `FULFILS` has a bit in common with a mark.
      marks[place + 1] = (marks[place + 1] as number) & (this.#results[entry] || this.#try(entry));
    }
  }

  /** Pages of entry and exit are those of sessions alone. */
  fulfilsByItself(day: Day, index: number): boolean {
    const [first] = this.#conditions as [OfSessions];
    const entry = first.values.ofLoneEvents(day)?.at(index) ?? 0;
    return (this.#results[entry] || this.#try(entry)) === FULFILS;
  }

  #try(entry: number): number {
    if (entry >= this.#results.length) {
      const wider = workingMemory.uint8(Math.max(entry + 1, this.#results.length * 2));
      wider.set(this.#results);
      this.#results = wider;
    }
    const isFulfilling = this.#conditions.every(({ values, condition }) =>
      condition.fulfils(values.words.of(entry)),
    );
    const result = isFulfilling ? FULFILS : FULFILS_NOT;
    this.#results[entry] = result;
    return result;
  }
}

const resultOf = (condition: Condition, word: number) => (condition.fulfils(word) ? FULFILS : FULFILS_NOT);
