import { type Day, type Identities, KEPT } from '../../days/day.ts';
import { DistinctNumbers } from '../../days/distinct-numbers.ts';
import { workingMemory } from '../../working-memory.ts';
import type { Moment } from './learning.ts';
import type { Persons } from './persons.ts';

/**
 * Where there are so many times more numbers than identities, the few are numbered anew: a table of all would be empty. With fewer
 * it takes longer to number them than to have the table.
 */
const SPARSE = 256;
/** The same where the table has more of each than a bit. */
const SPARSE_OF_MORE = 8;
/** The same of the table that numbers them anew, which has four bytes of each: beyond that they are hashed. */
const SPARSE_OF_NUMBERS = 16;

/** Numbers for the persons of some days: to know something of each takes a table of what they are, and little more. */
export class PersonNumbers {
  /** Every number is below this. */
  readonly room: number;
  readonly #days: readonly Day[];
  readonly #persons: Persons;
  readonly #byDay = new Map<Day, Uint32Array>();
  /** Null where a person is its own number. */
  readonly #numbers: NewNumbers | null;

  constructor(days: readonly Day[], persons: Persons, sparse = SPARSE) {
    const identities = days.reduce((sum, { identities: { count } }) => sum + count, 0);
    const isSparse = persons.room > sparse * identities;
    this.room = isSparse ? identities + 1 : persons.room;
    this.#numbers = isSparse ? new NewNumbers(persons.room, identities) : null;
    this.#days = days;
    this.#persons = persons;
  }

  /** The same persons, for who has to know more of each than that it was there. */
  numberedForMore(): PersonNumbers {
    return new PersonNumbers(this.#days, this.#persons, SPARSE_OF_MORE);
  }

  /** By identity of a day, from 1, the number of the person; 0 for nobody. */
  of(day: Day): Uint32Array {
    let found = this.#byDay.get(day);
    if (found === undefined) {
      const persons = keptPersons(KEPT.persons, { day, of: day.identities }, this.#persons);
      found = this.#numbers === null ? persons : this.#numbers.of(persons);
      this.#byDay.set(day, found);
    }
    return found;
  }
}

/** The persons of a day at rest, and when they were told: those of a visitor who is identified later are others. */
type KeptPersons = { readonly persons: Uint32Array; readonly lastVisitor: number; toldAt: Moment };
type What = typeof KEPT.persons | typeof KEPT.personsOfVisits;

/** By place from 1 who that is, of what is always the same on a day. */
export function keptPersons(
  what: What,
  { day, of }: { readonly day: Day; readonly of: Identities },
  { learning, ofIdentities }: Persons,
): Uint32Array {
  const { stored } = day;
  if (stored === null || learning === null) return ofIdentities(of);
  const kept = stored.kept<KeptPersons>(what);
  const learnt = kept && learning.since(kept.toldAt);
  // Numbers of visitors rise as they come, so that most who are identified on a day were on none before.
  if (kept && learnt?.every(({ visitor }) => visitor > kept.lastVisitor)) {
    kept.toldAt = learning.moment;
    return kept.persons;
  }
  const persons = ofIdentities(of);
  const found: KeptPersons = { persons, lastVisitor: lastVisitorOf(of), toldAt: learning.moment };
  return stored.keep(what, found).persons;
}

function lastVisitorOf({ visitor, count }: Identities): number {
  let last = 0;
  for (let index = 0; index < count; index += 1) last = Math.max(last, visitor[index] as number);
  return last;
}

/** Numbers from 1 for persons, as they come. */
class NewNumbers {
  readonly #distinct = new DistinctNumbers();
  /** The numbers by person; null where they are hashed. */
  readonly #byPerson: Uint32Array | null;
  #last = 0;

  /** @param room every person is below it */
  constructor(room: number, identities: number) {
    this.#byPerson = room > SPARSE_OF_NUMBERS * identities ? null : workingMemory.uint32(room);
  }

  of(persons: Uint32Array): Uint32Array {
    const numbers = workingMemory.uint32(persons.length);
    const byPerson = this.#byPerson;
    for (let place = 1; place < persons.length; place += 1) {
      const person = persons[place] as number;
      if (person !== 0)
        numbers[place] =
          byPerson === null ? this.#distinct.placeOf(person) + 1 : this.#numberIn(byPerson, person);
    }
    return numbers;
  }

  #numberIn(byPerson: Uint32Array, person: number): number {
    const known = byPerson[person] as number;
    if (known !== 0) return known;
    this.#last += 1;
    byPerson[person] = this.#last;
    return this.#last;
  }
}
