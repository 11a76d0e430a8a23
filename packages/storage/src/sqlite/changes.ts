import type { Connection } from './open-database.ts';

/** The events and the sessions that a commit added, changed or removed. */
export type Changed = {
  readonly events: readonly (readonly [project: number, ms: number, suffix: string])[];
  readonly sessions: readonly number[];
};

/** So many changes are kept, some megabytes: who has not looked for longer reads all anew. */
const KEPT = 200_000;
/** What is older is deleted once in so many commits. */
const BATCH = 256;

/** `total`: how many changes were ever noted, this commit's with them. */
const INSERT = `
  INSERT INTO changes (changed, total)
  VALUES (?, coalesce((SELECT total FROM changes ORDER BY seq DESC LIMIT 1), 0) + ?)`;
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
  #events: [project: number, ms: number, suffix: string][] = [];
  #sessions = new Set<number>();

  constructor(db: Connection) {
    this.#insert = db.prepare(INSERT);
    this.#delete = db.prepare(DELETE);
  }

  event(project: number, { ms, suffix }: { readonly ms: number; readonly suffix: string }): void {
    this.#events.push([project, ms, suffix]);
  }

  session(id: number): void {
    this.#sessions.add(id);
  }

  /** To be called once before the commit. */
  write(): void {
    if (this.#events.length === 0 && this.#sessions.size === 0) return;
    const changed: Changed = { events: this.#events, sessions: [...this.#sessions] };
    const size = changed.events.length + changed.sessions.length;
    const seq = Number(this.#insert.run(JSON.stringify(changed), size).lastInsertRowid);
    if (seq % BATCH === 0) this.#delete.run(KEPT);
    this.clear();
  }

  /** To be called when a commit was rolled back. */
  clear(): void {
    if (this.#events.length > 0) this.#events = [];
    if (this.#sessions.size > 0) this.#sessions = new Set();
  }
}

/** Reads what was changed since it was read last. */
export class ChangeReader {
  readonly #ends;
  readonly #since;
  #read: number | null = null;

  constructor(db: Connection) {
    this.#ends = db.prepare(
      'SELECT coalesce(min(seq), 0) AS first, coalesce(max(seq), 0) AS last FROM changes',
    );
    this.#since = db.prepare('SELECT changed FROM changes WHERE seq > ? ORDER BY seq').pluck();
  }

  /** The changes since the last call; null where they are not known, as with the first. */
  next(): readonly Changed[] | null {
    const { first, last } = this.#ends.get() as { first: number; last: number };
    const read = this.#read;
    this.#read = last;
    if (read === null || read < first - 1 || last < read) return null;
    if (read === last) return [];
    return (this.#since.all(read) as string[]).map((changed) => JSON.parse(changed) as Changed);
  }
}
