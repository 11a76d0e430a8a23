import type { Day } from '../days/day.ts';
import type { Persons } from './persons.ts';

/** Numbers that lie further apart than this, by how many there are, are told by a map: most of a table would be empty. */
const SPARSE = 32;

type Numbers = { get(person: number): number; set(person: number, number: number): void };
type Found = { readonly byDay: ReadonlyMap<Day, Uint32Array>; readonly last: number };

/** Numbers from 1, without gaps, for the persons of some days: what is counted of them costs what they are, and no more. */
export class PersonNumbers {
  readonly #days: readonly Day[];
  readonly #persons: Persons;
  #found: Found | null = null;

  constructor(days: readonly Day[], persons: Persons) {
    this.#days = days;
    this.#persons = persons;
  }

  /** By identity of a day, from 1, the number of the person; 0 for nobody. */
  of(day: Day): Uint32Array {
    return this.#all.byDay.get(day) as Uint32Array;
  }

  /** How much room there must be to know something of each by number. */
  get room(): number {
    return this.#all.last + 1;
  }

  get #all(): Found {
    this.#found ??= number(this.#days, this.#persons);
    return this.#found;
  }
}

function number(days: readonly Day[], persons: Persons): Found {
  const byDay = new Map<Day, Uint32Array>();
  let total = 0;
  let lowest = 0xffff_ffff;
  let highest = 0;
  for (const day of days) {
    const { visitor, user, count } = day.identities;
    const own = new Uint32Array(count + 1);
    for (let index = 0; index < count; index += 1) {
      const person = persons.numberOf(visitor[index] as number, user[index] as number);
      own[index + 1] = person;
      if (person > highest) highest = person;
      if (person < lowest && person !== 0) lowest = person;
    }
    total += count;
    byDay.set(day, own);
  }
  const numbers = highest - lowest > SPARSE * total ? sparse() : dense(lowest, highest);
  let last = 0;
  for (const own of byDay.values()) {
    for (let identity = 1; identity < own.length; identity += 1) {
      const person = own[identity] as number;
      if (person === 0) continue;
      let known = numbers.get(person);
      if (known === 0) {
        last += 1;
        known = last;
        numbers.set(person, known);
      }
      own[identity] = known;
    }
  }
  return { byDay, last };
}

function dense(lowest: number, highest: number): Numbers {
  const table = new Uint32Array(Math.max(0, highest - lowest) + 1);
  return {
    get: (person) => table[person - lowest] as number,
    set(person, number) {
      table[person - lowest] = number;
    },
  };
}

function sparse(): Numbers {
  const known = new Map<number, number>();
  return { get: (person) => known.get(person) ?? 0, set: (person, number) => void known.set(person, number) };
}
