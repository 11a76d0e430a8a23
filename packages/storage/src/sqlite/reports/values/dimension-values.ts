import type { Integers } from '../../days/column-body.ts';
import type { Day } from '../../days/day.ts';
import type { DimensionScope } from './dimensions.ts';
import type { LoneEntries } from './lone-entries.ts';
import type { WordsOfEntries } from './words-of-entries.ts';

/** The values of a dimension as integers, of which 0 is what is not set. */
export type DimensionValues = {
  readonly scope: DimensionScope;
  /** By event of a day, for those that have a 1 in `counts`. The next call overwrites the answer. */
  ofEvents(day: Day, counts: Uint8Array): Int32Array;
  /** The same where no more than half of the events of a day have a value; else null. */
  ofFewEvents(day: Day): FewValues | null;
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

/**
 * Events that have a value, by index in ascending order: the value of each is where `values` has that of its `entry`.
 * All others of the day have 0.
 */
export type FewValues = { readonly index: Integers; readonly entry: Integers; readonly values: Int32Array };

export type SingleValues = {
  /** Where events have the entry of a dictionary that tells the value. */
  readonly column: 'type' | 'page';
  readonly words: WordsOfEntries;
};

export type SessionValues = {
  /** Where sessions have the entry of a dictionary that tells the value. */
  readonly column: 'touch' | 'client' | 'entryPage' | 'exitPage';
  readonly words: WordsOfEntries;
  /** By place of a session, from 1. The next call overwrites the answer. */
  ofDay(day: Day): Uint32Array;
  /** The entry that counts of an event that is part of no session; null where such an event has none. */
  ofLoneEvents(day: Day): LoneEntries | null;
};
