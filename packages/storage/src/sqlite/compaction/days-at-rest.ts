import { DAY_MS, HOUR_MS } from '@cvq/contract/constants';
import { UnstoredDays } from '../days/unstored-days.ts';
import type { Connection } from '../open-database.ts';
import { projectEndsIn } from './project-ends.ts';

/**
 * `afterMs`: a day, or its rows, are at rest once the project's newest event is so much later than its end. `now`:
 * epoch milliseconds.
 */
export type RestAt = { readonly afterMs: number; readonly now: number };

/** See `RestAt`: what is younger still changes. */
export const DAY_RESTS_AFTER_MS = HOUR_MS;

/** Finds the days at rest of a project that are not stored as columns, by their beginnings. */
export class DaysAtRest {
  readonly #unstored: UnstoredDays;
  readonly #endsOf: ReturnType<typeof projectEndsIn>;
  readonly #stored;

  constructor(db: Connection) {
    this.#unstored = new UnstoredDays(db);
    this.#endsOf = projectEndsIn(db);
    this.#stored = db.prepare(
      'SELECT start FROM days WHERE project = ? AND start >= ? AND events IS NOT NULL ORDER BY start LIMIT 1',
    );
  }

  /** In the order of time. @throws BlockBroken */
  *of(project: number, { afterMs, now }: RestAt): Iterable<number> {
    const ends = this.#endsOf(project, now);
    if (ends === null) return;
    const { low, high } = ends;
    const until = high - afterMs;
    let at = low - (low % DAY_MS);
    const unstoredIn = this.#unstored.within(project, { from: at, to: until });
    while (at + DAY_MS <= until) {
      const next = this.#stored.get(project, at) as { start: number } | undefined;
      const gap = { from: at, to: Math.min(next?.start ?? until, until) };
      for (const start of unstoredIn(gap)) if (start + DAY_MS <= until) yield start;
      if (next === undefined) return;
      at = next.start + DAY_MS;
    }
  }
}
