import type { Identities } from '../../days/day.ts';
import { widened } from '../../days/widened.ts';
import type { Connection } from '../../open-database.ts';
import { rowsOf } from '../../rows-of.ts';
import { workingMemory } from '../../working-memory.ts';
import type { DictionaryColumns } from '../values/dictionary-columns.ts';
import { type Identified, Learning } from './learning.ts';

/** Who is behind events and sessions, as numbers: those of visitors stay, and those of users follow them. */
export type Persons = {
  /** Every number is below this. */
  readonly room: number;
  /** Who is behind a visitor and the user that is named, each 0 where there is none; 0 for nobody. */
  numberOf(visitor: number, user: number): number;
  /** By identity of a day, from 1, who that is. */
  ofIdentities(identities: Identities): Uint32Array;
  /** Until when numbers that were found hold; null where none are to be kept. */
  readonly learning: Learning | null;
};

/** By visitor the one user that it was identified as, 0 for none, `SEVERAL` where it was identified as more. */
export type OneUsers = Uint32Array;
const SEVERAL = 0xffff_ffff;

/** Adds that a visitor was identified as a user: order and repetition make no difference. */
export function addIdentification(users: OneUsers, visitor: number, user: number): void {
  const known = users[visitor] as number;
  users[visitor] = known === 0 || known === user ? user : SEVERAL;
}

/** @param room of visitors and of users: their numbers are below these */
export function createPersons(
  users: OneUsers | null,
  room: { visitors: number; users: number },
  learning: Learning | null = null,
): Persons {
  const { visitors: firstUser } = room;
  const known: KnownUsers = { users, firstUser };
  return {
    room: firstUser + room.users,
    learning,
    numberOf: (visitor, user) => personOf(known, visitor, user),
    ofIdentities: (identities) => personsOf(known, identities),
  };
}

type KnownUsers = { readonly users: OneUsers | null; readonly firstUser: number };

function personOf({ users, firstUser }: KnownUsers, visitor: number, user: number): number {
  const one = user || (users === null ? 0 : (users[visitor] as number));
  return one === 0 || one === SEVERAL ? visitor : firstUser + one;
}

/** Outside of what is made for each question, for which V8 would compile it anew. */
function personsOf(known: KnownUsers, { visitor, user, count }: Identities): Uint32Array {
  const persons = workingMemory.uint32(count + 1);
  for (let index = 0; index < count; index += 1)
    persons[index + 1] = personOf(known, visitor[index] as number, user[index] as number);
  return persons;
}

/** A user and who takes its place while it is being erased are one. */
function asRenamed({ room, numberOf, ofIdentities }: Persons, renamed: Renamed): Persons {
  const becomes = (user: number) => renamed.get(user) ?? user;
  return {
    room,
    learning: null,
    numberOf: (visitor, user) => numberOf(visitor, becomes(user)),
    ofIdentities: ({ visitor, user, count }) =>
      ofIdentities({ visitor, user: Uint32Array.from(user.subarray(0, count), becomes), count }),
  };
}

/** Each visitor as a person of its own. */
export function visitorsAsPersons(visitors: number): Persons {
  return {
    room: visitors,
    learning: null,
    numberOf: (visitor) => visitor,
    ofIdentities({ visitor, count }) {
      const persons = workingMemory.uint32(count + 1);
      persons.set(visitor.subarray(0, count), 1);
      return persons;
    },
  };
}

const ADDED = 'SELECT id, visitor, user FROM identifications WHERE project = ? AND id > ?';
const WITHDRAWN = 'SELECT count FROM withdrawn_identifications';
const RENAMED = 'SELECT user, becomes FROM renamed_users WHERE project = ?';

/** By the number of a user that is being erased the one that takes its place. */
type Renamed = ReadonlyMap<number, number>;

/** What is known of a project: the last identification that was read, and what was learnt since an epoch began. */
type Known = { upTo: number; epoch: number; learnt: Identified[] };

/**
 * Visitors of whom nobody knows yet, at least so many, or this part of those that are known: tables of persons have
 * room for them.
 */
const LEAST_TO_COME = 1024;
const PART_TO_COME = 1 / 16;

const withRoomToCome = (visitors: number) =>
  visitors + Math.max(LEAST_TO_COME, Math.ceil(visitors * PART_TO_COME));

/** Whoever has learnt more than this since looks at all of it anew. */
const MOST_LEARNT = 1000;

/** Identifications as reports need them: of each project those that were read stay read, until any is withdrawn. */
export class PersonIndex {
  readonly #added;
  readonly #withdrawn;
  readonly #renamed;
  readonly #dictionaries: DictionaryColumns;
  #users: OneUsers = new Uint32Array(0);
  /** By project; a visitor is of one project, so that all share the numbers. */
  readonly #known = new Map<number, Known>();
  #withdrawnBefore = 0;
  #lastEpoch = 0;
  /** The numbers of users begin here, with room for new visitors before it. */
  #firstUser = 0;

  constructor(db: Connection, dictionaries: DictionaryColumns) {
    this.#added = db.prepare(ADDED).raw();
    this.#withdrawn = db.prepare(WITHDRAWN).pluck();
    this.#renamed = db.prepare(RENAMED).raw();
    this.#dictionaries = dictionaries;
  }

  /** The persons of a project at the moment of the transaction. */
  of(project: number): Persons {
    const visitors = this.#dictionaries.visitors();
    const room = { visitors: this.#roomBeforeUsers(visitors), users: this.#dictionaries.texts() };
    const withdrawn = this.#withdrawn.get() as number;
    if (withdrawn !== this.#withdrawnBefore) {
      this.#users = new Uint32Array(0);
      this.#known.clear();
      this.#withdrawnBefore = withdrawn;
    }
    const renamed: Renamed = new Map(this.#renamed.all(project) as [number, number][]);
    const known = this.#known.get(project) ?? this.#beginEpoch({ upTo: 0, epoch: 0, learnt: [] });
    this.#known.set(project, known);
    for (const [id, visitor, user] of rowsOf<[number, number, number]>(this.#added, project, known.upTo)) {
      known.upTo = id;
      if (visitor === 0) continue;
      this.#learn(known, this.#roomFor(visitors), { visitor, user: renamed.get(user) ?? user });
    }
    if (renamed.size > 0) this.#beginEpoch(known);
    const users = known.upTo === 0 ? null : this.#roomFor(visitors);
    const persons = createPersons(users, room, new Learning(known.epoch, known.learnt));
    return renamed.size === 0 ? persons : asRenamed(persons, renamed);
  }

  #learn(known: Known, users: OneUsers, identified: Identified): void {
    const { visitor, user } = identified;
    const before = users[visitor] as number;
    addIdentification(users, visitor, user);
    if (before === 0) known.learnt.push(identified);
    const isAnother = before !== 0 && users[visitor] !== before;
    if (isAnother || known.learnt.length > MOST_LEARNT) this.#beginEpoch(known);
  }

  #beginEpoch(known: Known): Known {
    this.#lastEpoch += 1;
    known.epoch = this.#lastEpoch;
    known.learnt = [];
    return known;
  }

  /** How many numbers there are before those of users: a new visitor seldom moves them. */
  #roomBeforeUsers(visitors: number): number {
    if (visitors > this.#firstUser) {
      this.#firstUser = withRoomToCome(visitors);
      for (const known of this.#known.values()) this.#beginEpoch(known);
    }
    return this.#firstUser;
  }

  /** A new visitor seldom copies all. */
  #roomFor(visitors: number): OneUsers {
    if (this.#users.length >= visitors) return this.#users;
    this.#users = widened(this.#users, this.#roomBeforeUsers(visitors), 1);
    return this.#users;
  }
}
