import { NOT_SET } from '@cvq/contract/constants';
import type { Integers } from '../days/column-body.ts';
import type { Day } from '../days/day.ts';
import { DistinctTexts } from '../days/distinct-texts.ts';
import type { PropertyColumn } from '../days/property-columns.ts';
import { lowerBound } from '../lower-bound.ts';
import { workingMemory } from '../working-memory.ts';
import type { DimensionValues } from './dimension-values.ts';

/** The values of a property. An empty text says as little as a missing one, and no filter could ask for it. */
export class PropertyValues implements DimensionValues {
  readonly scope = 'event';
  readonly ofSessions = null;
  readonly ofSingle = null;
  readonly #name: string;
  readonly #texts = new DistinctTexts();
  #values = workingMemory.int32(0);
  /** Of the day that was asked about last: where there is no room to keep it, each look would take it apart anew. */
  #last: { readonly day: Day; readonly column: PropertyColumn | undefined } | null = null;

  constructor(name: string) {
    this.#name = name;
    this.#texts.placeOf(NOT_SET);
  }

  ofEvents(day: Day): Int32Array {
    const { count } = day.events;
    if (this.#values.length < count) this.#values = workingMemory.int32(count);
    const values = this.#values.fill(0);
    const column = this.#columnOf(day);
    if (column === undefined) return values;
    const { event, value, values: ofDay } = column;
    const own = workingMemory.int32(ofDay.length);
    for (let place = 0; place < own.length; place += 1) own[place] = this.numberOf(ofDay.at(place));
    spread({ event, value, own }, values);
    return values;
  }

  ofEvent(day: Day, index: number): number {
    const column = this.#columnOf(day);
    if (column === undefined) return 0;
    const at = placeOf(column.event, index);
    return at === null ? 0 : this.numberOf(column.values.at(column.value[at] as number));
  }

  #columnOf(day: Day): PropertyColumn | undefined {
    if (this.#last?.day !== day) this.#last = { day, column: day.property(this.#name) };
    return this.#last.column;
  }

  ofTouch(): number {
    return 0;
  }

  text(value: number): string {
    return this.#texts.at(value);
  }

  numberOf(text: string): number {
    return text === '' ? 0 : this.#texts.placeOf(text);
  }
}

type OfDay = { readonly event: Integers; readonly value: Integers; readonly own: Int32Array };

function spread({ event, value, own }: OfDay, values: Int32Array): void {
  for (let index = 0; index < event.length; index += 1)
    values[event[index] as number] = own[value[index] as number] as number;
}

/** Null for a number that is not among the ascending ones. */
function placeOf(ascending: Integers, number: number): number | null {
  const place = lowerBound(ascending.length, (at) => (ascending[at] as number) < number);
  return ascending[place] === number ? place : null;
}
