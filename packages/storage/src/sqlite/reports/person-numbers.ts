import type { Day } from '../days/day.ts';
import { DistinctNumbers } from '../days/distinct-numbers.ts';
import type { Persons } from './persons.ts';

/** Where there are so many times more numbers than identities, the few are numbered anew: a table of all would be empty. */
const SPARSE = 32;

/** Numbers for the persons of some days: to know something of each takes a table of what they are, and little more. */
export class PersonNumbers {
  /** Every number is below this. */
  readonly room: number;
  readonly #persons: Persons;
  readonly #byDay = new Map<Day, Uint32Array>();
  /** Persons, whose places tell their numbers; null where a person is its own number. */
  readonly #numbers: DistinctNumbers | null;

  constructor(days: readonly Day[], persons: Persons) {
    const identities = days.reduce((sum, { identities: { count } }) => sum + count, 0);
    const isSparse = persons.room > SPARSE * identities;
    this.room = isSparse ? identities + 1 : persons.room;
    this.#numbers = isSparse ? new DistinctNumbers() : null;
    this.#persons = persons;
  }

  /** By identity of a day, from 1, the number of the person; 0 for nobody. */
  of(day: Day): Uint32Array {
    let found = this.#byDay.get(day);
    if (found === undefined) {
      found = this.#persons.ofIdentities(day.identities);
      if (this.#numbers !== null) renumber(found, this.#numbers);
      this.#byDay.set(day, found);
    }
    return found;
  }
}

function renumber(persons: Uint32Array, numbers: DistinctNumbers): void {
  for (let identity = 1; identity < persons.length; identity += 1) {
    const person = persons[identity] as number;
    if (person !== 0) persons[identity] = numbers.placeOf(person) + 1;
  }
}
