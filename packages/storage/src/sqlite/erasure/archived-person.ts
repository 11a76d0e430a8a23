import type { EventId } from '@cvq/contract';
import { ARCHIVED_EVENTS, ARCHIVED_SESSIONS } from '../archive/archived-tables.ts';
import { type BlockHead, Blocks } from '../archive/blocks.ts';
import type { Connection } from '../open-database.ts';

/** Numbers that rows of a person have. */
type Numbers = ReadonlySet<number>;

/** Finds rows of a person in blocks, by a look at all of a project's. */
export class ArchivedPerson {
  readonly #project: number;
  readonly #events: Blocks;
  readonly #sessions: Blocks;

  constructor(db: Connection, project: number) {
    this.#project = project;
    this.#events = new Blocks(db, ARCHIVED_EVENTS);
    this.#sessions = new Blocks(db, ARCHIVED_SESSIONS);
  }

  /** The sessions of some visitors, or of some users. */
  *sessions(column: 'visitor' | 'user', wanted: Numbers): Iterable<number> {
    if (wanted.size === 0) return;
    for (const block of this.#sessions.from(this.#project, 0)) {
      const ids = this.#sessions.column(block, 'id') as readonly number[];
      const values = this.#sessions.column(block, column) as readonly (number | null)[];
      for (const place of placesOf(this.#sessions, block))
        if (wanted.has(values[place] ?? 0)) yield ids[place] as number;
    }
  }

  /** Events that name one of the users, and those that name nobody of the visitors and sessions: of a block at a time. */
  *events(person: { readonly users: Numbers; readonly visitors: Numbers; readonly sessions: Numbers }) {
    for (const block of this.#events.from(this.#project, 0)) {
      const column = (name: string) => this.#events.column(block, name) as readonly (number | null)[];
      const [users, visitors, sessions] = [column('user'), column('visitor'), column('session')];
      const [times, suffixes] = [column('ms'), this.#events.column(block, 'suffix')];
      const found: EventId[] = [];
      for (const place of placesOf(this.#events, block)) {
        const user = users[place] ?? null;
        const isTheirs =
          user === null
            ? person.visitors.has(visitors[place] ?? 0) || person.sessions.has(sessions[place] ?? 0)
            : person.users.has(user);
        if (isTheirs) found.push({ ms: times[place] as number, suffix: suffixes[place] as string });
      }
      yield found;
    }
  }
}

/** The rows that are in a block still. */
function placesOf(blocks: Blocks, block: BlockHead): number[] {
  const taken = blocks.taken(block);
  return Array.from({ length: block.rows }, (_, place) => place).filter((place) => !taken.has(place));
}
