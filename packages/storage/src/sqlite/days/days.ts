import { DAY_MS } from '@cvq/contract/constants';
import type { Interruption } from '../interruption.ts';
import type { Connection } from '../open-database.ts';
import type { Day } from './day.ts';
import type { StoredDay } from './day-at-rest.ts';
import { OpenDays } from './open-days.ts';
import { StoredDays } from './stored-days.ts';
import { UnstoredDays } from './unstored-days.ts';

type Options = { readonly interruption: Interruption; readonly memoryBytes: number };
/** Days that change are dear to read anew: several large ones have room, however small the memory is. */
const LEAST_FOR_OPEN_DAYS = 2 ** 26;
/** The part of the memory that columns of days at rest have, however much open days take. */
const LEAST_FOR_COLUMNS = 1 / 4;

type Period = { readonly from: number; readonly to: number };

const STORED = `
  SELECT id, start, events, sales, sessions, identities FROM days
  WHERE project = :project AND start > :from - ${DAY_MS} AND start < :to AND events IS NOT NULL ORDER BY start`;

/** The days of projects, as they are in the transaction that the caller has begun. */
export class Days {
  readonly #memoryBytes: number;
  readonly #storedDays: StoredDays;
  readonly #open: OpenDays;
  readonly #stored;
  readonly #unstored: UnstoredDays;

  /** `memoryBytes`: what days may take in memory, at most about. */
  constructor(db: Connection, { interruption, memoryBytes }: Options) {
    this.#memoryBytes = memoryBytes;
    this.#storedDays = new StoredDays(db);
    this.#open = new OpenDays(db, { interruption, memoryBytes: Math.max(memoryBytes, LEAST_FOR_OPEN_DAYS) });
    this.#stored = db.prepare(STORED);
    this.#unstored = new UnstoredDays(db);
  }

  /** To be called when a transaction has begun, before anything is asked in it. */
  begin(): void {
    this.#open.applyChanges();
    // Where all events are at rest, that is all.
    this.#storedDays.begin(
      Math.max(this.#memoryBytes * LEAST_FOR_COLUMNS, this.#memoryBytes - this.#open.bytes),
    );
  }

  /** In the order of time, all that have an event in the period, whole. */
  of(project: number, { from, to }: Period): Day[] {
    const days: Day[] = [];
    const unstoredIn = this.#unstored.within(project, { from, to });
    let at = from;
    for (const stored of this.#stored.all({ project, from, to }) as StoredDay[]) {
      for (const start of unstoredIn({ from: at, to: stored.start }))
        days.push(this.#open.of(project, start));
      this.#open.letGo(project, stored.start);
      days.push(this.#storedDays.of(stored));
      at = stored.start + DAY_MS;
    }
    for (const start of unstoredIn({ from: at, to })) days.push(this.#open.of(project, start));
    return days;
  }
}
