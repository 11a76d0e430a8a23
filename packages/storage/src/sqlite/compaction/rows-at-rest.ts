import { DAY_MS } from '@cvq/contract/constants';
import { ARCHIVED_EVENTS, ARCHIVED_SESSIONS, type ArchivedTable } from '../archive/archived-tables.ts';
import type { Connection } from '../open-database.ts';
import type { RestAt } from './days-at-rest.ts';
import { projectEndsIn } from './project-ends.ts';

/** Finds the days of a project that have rows at rest, by their beginnings. */
export class RowsAtRest {
  readonly #endsOf: ReturnType<typeof projectEndsIn>;
  /** Of each table, the first row from a time on. */
  readonly #next;

  constructor(db: Connection) {
    this.#endsOf = projectEndsIn(db);
    this.#next = [ARCHIVED_EVENTS, ARCHIVED_SESSIONS].map(({ name, key }: ArchivedTable) =>
      db.prepare(`SELECT min(${key}) FROM ${name} WHERE project = ? AND ${key} >= ?`).pluck(),
    );
  }

  /** In the order of time. */
  *of(project: number, { afterMs, now }: RestAt): Iterable<number> {
    const ends = this.#endsOf(project, now);
    if (ends === null) return;
    const until = ends.high - afterMs;
    const before = until - (until % DAY_MS);
    for (let from = 0; ; ) {
      const next = this.#first(project, from);
      if (next >= before) return;
      const start = next - (next % DAY_MS);
      yield start;
      from = start + DAY_MS;
    }
  }

  #first(project: number, from: number): number {
    return Math.min(
      ...this.#next.map((next) => (next.get(project, from) as number | null) ?? Number.POSITIVE_INFINITY),
    );
  }
}
