import { NOT_SET } from '@cvq/contract/constants';
import type { Day } from '../days/day.ts';
import type { SessionColumns } from '../days/session-columns.ts';
import type { DictionaryColumns } from './dictionary-columns.ts';
import { type DimensionScope, type DimensionSource, scopeOf, sourceOf } from './dimensions.ts';
import type { AnyDimension } from './report-run.ts';

/** The values of a dimension as integers, of which 0 is what is not set. */
export type DimensionValues = {
  readonly scope: DimensionScope;
  /** By event of a day. The next call overwrites the answer. */
  ofEvents(day: Day): Int32Array;
  /** By place in the columns of a session; 0 where the dimension is of single events. */
  ofSession(sessions: SessionColumns, place: number): number;
  /** Of a touch by its id; for dimensions of acquisition. */
  ofTouch(touch: number): number;
  text(value: number): string;
};

export function valuesOfDimension(dictionaries: DictionaryColumns, dimension: AnyDimension): DimensionValues {
  const source = sourceOf(dimension);
  return source.of === 'property' ? ofProperty(source.name) : ofWords(dictionaries, source);
}

/** Some texts say `(not set)` themselves: they and what is missing are one value. */
function ofWords(
  dictionaries: DictionaryColumns,
  source: Exclude<DimensionSource, { of: 'property' }>,
): DimensionValues {
  const notSet = dictionaries.idOf(NOT_SET);
  const columns = source.of === 'type' ? [] : [source.by ?? [], source.column].flat();
  const [first, second] = columns.map((name) => dictionaries.column(name));
  const wordOf = (entry: number) => {
    let word = entry;
    if (first !== undefined) word = first[word] as number;
    if (second !== undefined) word = second[word] as number;
    return word === notSet ? 0 : word;
  };
  const sessionColumn = source.of === 'type' || source.of === 'page' ? null : source.of;
  let values = new Int32Array(0);
  return {
    scope: scopeOf(source),
    ofEvents(day) {
      const { count } = day.events;
      if (values.length < count) values = new Int32Array(count);
      if (source.of === 'entryPage' || source.of === 'exitPage') values.fill(0, 0, count);
      else values.set(day.events[source.of]);
      if (sessionColumn !== null) putSessions(values, day, sessionColumn);
      for (let index = 0; index < count; index += 1) values[index] = wordOf(values[index] as number);
      return values;
    },
    ofSession: (sessions, place) =>
      sessionColumn === null ? 0 : wordOf(sessions[sessionColumn][place] as number),
    ofTouch: wordOf,
    text: (value) => (value === 0 ? NOT_SET : dictionaries.text(value)),
  };
}

/** Puts what the session of an event says in place of what the event says itself. */
function putSessions(
  values: Int32Array,
  { events, sessions }: Day,
  column: 'touch' | 'client' | 'entryPage' | 'exitPage',
): void {
  const { session, count } = events;
  const ofSessions = sessions[column];
  for (let index = 0; index < count; index += 1) {
    const place = session[index] as number;
    if (place !== 0) values[index] = ofSessions[place - 1] as number;
  }
}

/** An empty text says as little as a missing one, and no filter could ask for it. */
function ofProperty(name: string): DimensionValues {
  const texts = [NOT_SET];
  const numbers = new Map<string, number>([
    [NOT_SET, 0],
    ['', 0],
  ]);
  let values = new Int32Array(0);
  const numberOf = (text: string) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, texts.length);
    return texts.push(text) - 1;
  };
  return {
    scope: 'event',
    ofEvents(day) {
      if (values.length < day.events.count) values = new Int32Array(day.events.count);
      values.fill(0);
      const column = day.property(name);
      if (column === undefined) return values;
      const own = column.values.map(numberOf);
      for (const [index, event] of column.event.entries()) {
        values[event] = own[column.value[index] as number] as number;
      }
      return values;
    },
    ofSession: () => 0,
    ofTouch: () => 0,
    text: (value) => texts[value] as string,
  };
}
