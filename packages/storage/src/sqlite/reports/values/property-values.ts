import { NOT_SET } from '@cvq/contract/constants';
import { toldValue } from '../../../property-texts.ts';
import type { Integers } from '../../days/column-body.ts';
import type { Day } from '../../days/day.ts';
import { DistinctTexts } from '../../days/distinct-texts.ts';
import type { PropertyColumn } from '../../days/property-columns.ts';
import { lowerBound } from '../../lower-bound.ts';
import { withRoomToGrow } from '../../with-room-to-grow.ts';
import { workingMemory } from '../../working-memory.ts';
import type { DimensionValues, FewValues } from './dimension-values.ts';

/** Where more than this part of the events of a day has a value, all of them are looked at alike. */
const MOST_OF_FEW = 1 / 2;

const NONE = { index: new Uint8Array(0), entry: new Uint8Array(0) };

/** `numbers`: by place among the different values of the day, the number of each; null until all are asked for. */
type OfDay = {
  readonly day: Day;
  readonly column: PropertyColumn | undefined;
  numbers: Int32Array | null;
};

/** The values of a property. An empty text says as little as a missing one, and no filter could ask for it. */
export class PropertyValues implements DimensionValues {
  readonly scope = 'event';
  readonly ofSessions = null;
  readonly ofSingle = null;
  readonly #name: string;
  readonly #texts = new DistinctTexts();
  #values = workingMemory.int32(0);
  /** Of the day that was asked about last: where there is no room to keep it, each look would take it apart anew. */
  #last: OfDay | null = null;

  constructor(name: string) {
    this.#name = name;
    this.#texts.placeOf(NOT_SET);
  }

  ofEvents(day: Day): Int32Array {
    const { count } = day.events;
    if (this.#values.length < count) this.#values = workingMemory.int32(withRoomToGrow(count));
    const values = this.#values.fill(0);
    const { column } = this.#of(day);
    if (column !== undefined) spread(column, this.#numbersOf(day), values);
    return values;
  }

  ofFewEvents(day: Day): FewValues | null {
    const { column } = this.#of(day);
    const values = this.#numbersOf(day);
    if (column === undefined) return { ...NONE, values };
    const { event: index, value: entry } = column;
    return index.length > day.events.count * MOST_OF_FEW ? null : { index, entry, values };
  }

  ofEvent(day: Day, index: number): number {
    const { column, numbers } = this.#of(day);
    if (column === undefined) return 0;
    const at = placeOf(column.event, index);
    if (at === null) return 0;
    const place = column.value[at] as number;
    return numbers === null ? this.numberOf(column.values.at(place)) : (numbers[place] as number);
  }

  #of(day: Day): OfDay {
    if (this.#last?.day !== day) this.#last = { day, column: day.property(this.#name), numbers: null };
    return this.#last;
  }

  #numbersOf(day: Day): Int32Array {
    const last = this.#of(day);
    if (last.numbers !== null) return last.numbers;
    const numbers = workingMemory.int32(last.column?.values.length ?? 0);
    for (let place = 0; place < numbers.length; place += 1)
      numbers[place] = this.numberOf(last.column?.values.at(place) as string);
    last.numbers = numbers;
    return numbers;
  }

  ofTouch(): number {
    return 0;
  }

  text(value: number): string {
    return this.#texts.at(value);
  }

  numberOf(text: string): number {
    return text === '' ? 0 : this.#texts.placeOf(toldValue(text));
  }
}

function spread({ event, value }: PropertyColumn, numbers: Int32Array, values: Int32Array): void {
  for (let index = 0; index < event.length; index += 1)
    values[event[index] as number] = numbers[value[index] as number] as number;
}

/** Null for a number that is not among the ascending ones. */
function placeOf(ascending: Integers, number: number): number | null {
  const place = lowerBound(ascending.length, (at) => (ascending[at] as number) < number);
  return ascending[place] === number ? place : null;
}
