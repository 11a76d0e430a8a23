import type { Connection } from './open-database.ts';
import { rowsOf } from './rows-of.ts';

/** The events and the sessions that a commit added, changed or removed. */
export type Changed = {
  readonly events: readonly (readonly [project: number, ms: number, suffix: string])[];
  readonly sessions: readonly number[];
};

/**
 * Changes as they are written, which every commit does: neighbours of one project by the first one's milliseconds, and
 * then each by how many later its own are, and its suffix.
 */
type PackedChanges = { readonly events: readonly PackedEvents[]; readonly sessions: readonly number[] };
type PackedEvents = readonly [project: number, from: number, marks: (number | string)[]];

/**
 * So many changes are kept, some 20 megabytes: who has not looked for longer reads all anew. At 10,000 events a second that is more
 * than a minute, and a day of millions takes many seconds to read.
 */
const KEPT = 1_000_000;
/** What is older is deleted once in so many changes: a commit of an import has thousands. */
const DELETED_AT_ONCE = KEPT / 16;

/** `total`: how many changes were ever noted, this commit's with them. */
const INSERT = `
  INSERT INTO changes (changed, total)
  VALUES (?, coalesce((SELECT total FROM changes ORDER BY seq DESC LIMIT 1), 0) + ?)
  RETURNING total`;
const DELETE = `
  DELETE FROM changes WHERE seq < (
    SELECT seq FROM changes WHERE total >= (SELECT total FROM changes ORDER BY seq DESC LIMIT 1) - ?
    ORDER BY seq LIMIT 1
  )`;

/**
 * Notes which rows each commit changes, in the commit itself, so that who holds them in memory need not read all rows to
 * find what is new.
 */
export class ChangeNotes {
  readonly #insert;
  readonly #delete;
  #events: PackedEvents[] = [];
  /** How many events that are. */
  #count = 0;
  #sessions = new Set<number>();

  constructor(db: Connection) {
    this.#insert = db.prepare(INSERT).pluck();
    this.#delete = db.prepare(DELETE);
  }

  event(project: number, { ms, suffix }: { readonly ms: number; readonly suffix: string }): void {
    let last = this.#events.at(-1);
    if (last === undefined || last[0] !== project) {
      last = [project, ms, []];
      this.#events.push(last);
    }
    const [, from, marks] = last;
    marks.push(ms - from, suffix);
    this.#count += 1;
  }

  session(id: number): void {
    this.#sessions.add(id);
  }

  /** To be called once before the commit. */
  write(): void {
    if (this.#events.length === 0 && this.#sessions.size === 0) return;
    const changed: PackedChanges = { events: this.#events, sessions: [...this.#sessions] };
    const size = this.#count + changed.sessions.length;
    const total = this.#insert.get(JSON.stringify(changed), size) as number;
    if (total % DELETED_AT_ONCE < size) this.#delete.run(KEPT);
    this.clear();
  }

  /** To be called when a commit was rolled back. */
  clear(): void {
    if (this.#events.length > 0) this.#events = [];
    this.#count = 0;
    if (this.#sessions.size > 0) this.#sessions = new Set();
  }
}

/** What was changed since it was read last. */
export type ChangesSince = {
  /** How many changes of events and sessions. */
  readonly count: number;
  /** By commit, in their order. To be read in the same transaction. */
  commits(): Iterable<Changed>;
};

/** Each by itself: SQLite finds one end of a table at once, and looks at all rows for two of them together. */
const ENDS = `
  SELECT coalesce((SELECT min(seq) FROM changes), 0) AS first, coalesce((SELECT max(seq) FROM changes), 0) AS last,
    coalesce((SELECT total FROM changes WHERE seq = (SELECT max(seq) FROM changes)), 0) AS total`;

/** Reads what was changed since it was read last. */
export class ChangeReader {
  readonly #ends;
  readonly #since;
  #read: { readonly last: number; readonly total: number } | null = null;

  constructor(db: Connection) {
    this.#ends = db.prepare(ENDS);
    this.#since = db.prepare('SELECT changed FROM changes WHERE seq > ? ORDER BY seq').pluck();
  }

  /** The changes since the last call; null where they are not known, as with the first. */
  next(): readonly Changed[] | null {
    const changes = this.nextCommits();
    return changes && [...changes.commits()];
  }

  /** The same, for who reads them one by one: they may be many. */
  nextCommits(): ChangesSince | null {
    const { first, last, total } = this.#ends.get() as { first: number; last: number; total: number };
    const read = this.#read;
    this.#read = { last, total };
    if (read === null || read.last < first - 1 || last < read.last) return null;
    const since = this.#since;
    return {
      count: total - read.total,
      *commits() {
        if (read.last < last) for (const changed of rowsOf<string>(since, read.last)) yield unpack(changed);
      },
    };
  }
}

function unpack(changed: string): Changed {
  const { events, sessions } = JSON.parse(changed) as PackedChanges;
  return { events: events.flatMap(unpackEvents), sessions };
}

function unpackEvents([project, from, marks]: PackedEvents): Changed['events'][number][] {
  return Array.from({ length: marks.length / 2 }, (_, place) => [
    project,
    from + (marks[2 * place] as number),
    marks[2 * place + 1] as string,
  ]);
}
