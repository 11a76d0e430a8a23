import { NOT_SET } from '@cvq/contract/constants';
import type { Integers } from '../days/column-body.ts';
import type { Day } from '../days/day.ts';
import { DistinctTexts } from '../days/distinct-texts.ts';
import { lowerBound } from '../lower-bound.ts';
import { workingMemory } from '../working-memory.ts';
import type { DictionaryColumns } from './dictionary-columns.ts';
import { type DimensionScope, type DimensionSource, scopeOf, sourceOf } from './dimensions.ts';
import { type LoneEntries, loneEntries } from './lone-entries.ts';
import type { AnyDimension } from './report-run.ts';

/** The values of a dimension as integers, of which 0 is what is not set. */
export type DimensionValues = {
  readonly scope: DimensionScope;
  /** By event of a day, for those that have a 1 in `counts`. The next call overwrites the answer. */
  ofEvents(day: Day, counts: Uint8Array): Int32Array;
  /** Of a single event of a day. */
  ofEvent(day: Day, index: number): number;
  /** Null for dimensions of single events. */
  readonly ofSessions: SessionValues | null;
  /** Null for dimensions of sessions, and for properties. */
  readonly ofSingle: SingleValues | null;
  /** Of a touch by its id; for dimensions of acquisition. */
  ofTouch(touch: number): number;
  text(value: number): string;
  /** Of a text; of one that no event has, some number without a row. */
  numberOf(text: string): number;
};

export type SingleValues = {
  /** Where events have the entry of a dictionary that tells the value. */
  readonly column: 'type' | 'page';
  wordOf(entry: number): number;
};

export type SessionValues = {
  /** Where sessions have the entry of a dictionary that tells the value. */
  readonly column: 'touch' | 'client' | 'entryPage' | 'exitPage';
  wordOf(entry: number): number;
  /** By place of a session, from 1. The next call overwrites the answer. */
  ofDay(day: Day): Uint32Array;
  /** The entry that counts of an event that is part of no session; null where such an event has none. */
  ofLoneEvents(day: Day): LoneEntries | null;
};

export function valuesOfDimension(dictionaries: DictionaryColumns, dimension: AnyDimension): DimensionValues {
  const source = sourceOf(dimension);
  return source.of === 'property' ? ofProperty(source.name) : ofWords(dictionaries, source);
}

/** Beyond all words that there are. */
const NO_WORD = 0xffff_ffff;

/** Some texts say `(not set)` themselves: they and what is missing are one value. */
function ofWords(
  dictionaries: DictionaryColumns,
  source: Exclude<DimensionSource, { of: 'property' }>,
): DimensionValues {
  const notSet = dictionaries.idOf(NOT_SET);
  const columns = source.of === 'type' ? [] : [source.by ?? [], source.column].flat();
  const [first, second] = columns.map((name) => dictionaries.column(name));
  const words: Words = { first, second, notSet };
  const wordOf = (entry: number) => wordIn(words, entry);
  const base = {
    scope: scopeOf(source),
    ofTouch: wordOf,
    text: (value: number) => (value === 0 ? NOT_SET : dictionaries.text(value)),
    numberOf: (text: string) => (text === NOT_SET ? 0 : dictionaries.idOf(text) || NO_WORD),
  };
  if (source.of === 'type' || source.of === 'page') {
    const { of } = source;
    return {
      ...base,
      ofSessions: null,
      ofSingle: { column: of, wordOf },
      ofEvents: ofSingleEvents(of, words),
      ofEvent: (day, index) => wordOf(day.events[of][index] as number),
    };
  }
  const ofSessions = sessionValues(source.of, words);
  const { column, ofLoneEvents } = ofSessions;
  return {
    ...base,
    ofSessions,
    ofSingle: null,
    ofEvents: ofEventsBySession(ofSessions, words),
    ofEvent(day, index) {
      const place = day.events.session[index] as number;
      return wordOf((place === 0 ? ofLoneEvents(day)?.at(index) : day.sessions[column][place - 1]) ?? 0);
    },
  };
}

/** From the entry of a dictionary to the word that is meant: by up to two columns, and none for what is not set. */
type Words = {
  readonly first: Uint32Array | undefined;
  readonly second: Uint32Array | undefined;
  readonly notSet: number;
};

function wordIn({ first, second, notSet }: Words, entry: number): number {
  let word = entry;
  if (first !== undefined) word = first[word] as number;
  if (second !== undefined) word = second[word] as number;
  return word === notSet ? 0 : word;
}

// Loops over events and sessions stand outside of what is made for each question: V8 would compile them for each anew.

function ofSingleEvents(column: SingleValues['column'], words: Words): DimensionValues['ofEvents'] {
  let values = workingMemory.int32(0);
  return (day, counts) => {
    const { count, [column]: entries } = day.events;
    if (values.length < count) values = workingMemory.int32(count);
    tellOfEntries(values, words, { entries, counts, count });
    return values;
  };
}

type Entries = { readonly entries: Integers; readonly counts: Uint8Array; readonly count: number };

function tellOfEntries(values: Int32Array, words: Words, { entries, counts, count }: Entries): void {
  for (let index = 0; index < count; index += 1)
    if (counts[index] === 1) values[index] = wordIn(words, entries[index] as number);
}

/** What the session of an event says stands in place of what the event says itself. */
function ofEventsBySession(
  { ofDay, ofLoneEvents }: SessionValues,
  words: Words,
): DimensionValues['ofEvents'] {
  let values = workingMemory.int32(0);
  return (day, counts) => {
    const { count, session } = day.events;
    if (values.length < count) values = workingMemory.int32(count);
    const entries = { session, ofSession: ofDay(day), lone: ofLoneEvents(day), counts, count };
    tellOfSessions(values, words, entries);
    return values;
  };
}

type EntriesBySession = Omit<Entries, 'entries'> & {
  readonly session: Integers;
  readonly ofSession: Uint32Array;
  readonly lone: LoneEntries | null;
};

function tellOfSessions(
  values: Int32Array,
  words: Words,
  { session, ofSession, lone, counts, count }: EntriesBySession,
): void {
  for (let index = 0; index < count; index += 1) {
    if (counts[index] !== 1) continue;
    const place = session[index] as number;
    values[index] = place === 0 ? wordIn(words, lone?.at(index) ?? 0) : (ofSession[place] as number);
  }
}

function sessionValues(column: SessionValues['column'], words: Words): SessionValues {
  let values = workingMemory.uint32(0);
  return {
    column,
    wordOf: (entry) => wordIn(words, entry),
    ofDay({ sessions }) {
      const { count, [column]: entries } = sessions;
      if (values.length <= count) values = workingMemory.uint32(count + 1);
      tellByPlace(values, words, { entries, count });
      return values;
    },
    ofLoneEvents: (day) =>
      column === 'entryPage' || column === 'exitPage' ? null : loneEntries(column, day),
  };
}

function tellByPlace(values: Uint32Array, words: Words, { entries, count }: Omit<Entries, 'counts'>): void {
  for (let place = 0; place < count; place += 1) values[place + 1] = wordIn(words, entries[place] as number);
}

/** An empty text says as little as a missing one, and no filter could ask for it. */
function ofProperty(name: string): DimensionValues {
  const texts = new DistinctTexts();
  texts.placeOf(NOT_SET);
  let values = workingMemory.int32(0);
  const numberOf = (text: string) => (text === '' ? 0 : texts.placeOf(text));
  return {
    scope: 'event',
    ofEvents(day) {
      if (values.length < day.events.count) values = workingMemory.int32(day.events.count);
      values.fill(0);
      const column = day.property(name);
      if (column === undefined) return values;
      const { event, value, values: ofDay } = column;
      const own = workingMemory.int32(ofDay.length);
      for (let place = 0; place < own.length; place += 1) own[place] = numberOf(ofDay.at(place));
      for (let index = 0; index < event.length; index += 1)
        values[event[index] as number] = own[value[index] as number] as number;
      return values;
    },
    ofEvent(day, index) {
      const column = day.property(name);
      if (column === undefined) return 0;
      const at = placeOf(column.event, index);
      return at === null ? 0 : numberOf(column.values.at(column.value[at] as number));
    },
    ofSessions: null,
    ofSingle: null,
    ofTouch: () => 0,
    text: (value) => texts.at(value),
    numberOf,
  };
}

/** Null for a number that is not among the ascending ones. */
function placeOf(ascending: Integers, number: number): number | null {
  const place = lowerBound(ascending.length, (at) => (ascending[at] as number) < number);
  return ascending[place] === number ? place : null;
}
