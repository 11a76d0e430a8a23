import { type Day, type Identities, KEPT } from '../days/day.ts';
import { DistinctNumbers } from '../days/distinct-numbers.ts';
import type { Moment } from './learning.ts';
import type { Persons } from './persons.ts';

/**
 * Where there are so many times more numbers than identities, the few are numbered anew: a table of all would be empty. With fewer
 * it takes longer to number them than to have the table.
 */
const SPARSE = 256;

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
      const persons = keptPersons(KEPT.persons, { day, of: day.identities }, this.#persons);
      found = this.#numbers === null ? persons : renumbered(persons, this.#numbers);
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

function renumbered(persons: Uint32Array, numbers: DistinctNumbers): Uint32Array {
  return Uint32Array.from(persons, (person) => (person === 0 ? 0 : numbers.placeOf(person) + 1));
}
