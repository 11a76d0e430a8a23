import { HOUR_MS, MINUTE_MS } from '@cvq/contract/constants';
import { LRUCache } from 'lru-cache';
import { DayRows } from '../days/day-rows.ts';
import { DayStore } from '../days/day-store.ts';
import { inOrderOfIdentities, packDay } from '../days/pack-day.ts';
import { Interruption } from '../interruption.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { DictionaryColumns } from '../reports/values/dictionary-columns.ts';
import { rollUpDay } from '../rollups/roll-up-day.ts';
import { DAY_RESTS_AFTER_MS, DaysAtRest } from './days-at-rest.ts';
import { UnreadableBlocks } from './unreadable-blocks.ts';

/** When days are stored as columns. */
export type Rest = {
  /** See `RestAt`. */
  readonly afterMs: number;
  /** One that was opened again is stored again after so long at the earliest, after twice as long the next time. */
  readonly againMs: number;
};

const REST: Rest = { afterMs: DAY_RESTS_AFTER_MS, againMs: 2 * MINUTE_MS };
/** What is opened again and again waits no longer than this. */
const LONGEST_MS = 6 * HOUR_MS;
const REMEMBERED = 10_000;

type Options = {
  readonly rest?: Rest;
  /** Once a day is stored, others have their turn after so long; what is left is stored with the next pass. */
  readonly passMs?: number;
  readonly clock?: () => number;
  readonly interruption?: Interruption;
  /** Days that need what cannot be read are left out. */
  readonly broken?: UnreadableBlocks;
};
type Compacted = { readonly at: number; readonly times: number };
/** How many days a pass has stored, and whether more at rest are left. */
export type CompactedDays = { readonly days: number; readonly isMore: boolean };

/** Stores days at rest as columns, beside their rows, on a connection of its own. */
export class DayCompactor {
  readonly #interruption: Interruption;
  readonly #db: Connection;
  readonly #rest: Rest;
  readonly #passMs: number;
  readonly #clock: () => number;
  readonly #rows: DayRows;
  readonly #store: DayStore;
  readonly #dictionaries: DictionaryColumns;
  readonly #atRest: DaysAtRest;
  readonly #inOneMoment;
  readonly #unreadable: UnreadableBlocks;
  /** By project and day, when it was stored here, and how often since it was left in peace. */
  readonly #compacted = new LRUCache<string, Compacted>({ max: REMEMBERED });

  constructor(
    db: Connection,
    {
      rest = REST,
      passMs = Number.POSITIVE_INFINITY,
      clock = Date.now,
      interruption = new Interruption(),
      broken = new UnreadableBlocks(),
    }: Options = {},
  ) {
    this.#interruption = interruption;
    this.#unreadable = broken;
    this.#db = db;
    this.#rest = rest;
    this.#passMs = passMs;
    this.#clock = clock;
    this.#rows = new DayRows(db, interruption);
    this.#store = new DayStore(db);
    this.#dictionaries = new DictionaryColumns(db);
    this.#atRest = new DaysAtRest(db);
    this.#inOneMoment = db.transaction((project: number, start: number) => {
      return inOrderOfIdentities(this.#rows.read(project, start));
    });
  }

  /**
   * Stores days of a project that are at rest, as many as can be within the time of a pass.
   * @throws SqliteError on a full disk, or where a writer is long at work.
   */
  compact(key: string): CompactedDays {
    const project = projectNumber(this.#db, key);
    if (project === undefined) return { days: 0, isMore: false };
    this.#store.dropWithdrawn();
    const until = this.#clock() + this.#passMs;
    let days = 0;
    const atRest = this.#unreadable.skip(() => this.#daysAtRest(project)) ?? [];
    for (const start of atRest) {
      this.#interruption.check();
      if (days > 0 && this.#clock() >= until) return { days, isMore: true };
      if (this.#unreadable.skip(() => this.#compact(project, start))) days += 1;
    }
    return { days, isMore: false };
  }

  /** Deletes a day that is not as it was stored, or all days of its project: they are made anew from their rows. */
  withdraw(day: number, what: 'day' | 'project'): void {
    if (what === 'day') this.#store.withdraw(day);
    else this.#store.withdrawProjectOf(day);
  }

  /** False where the day changed meanwhile, or another process has it. */
  #compact(project: number, start: number): boolean {
    const key = `${project} ${start}`;
    const now = this.#clock();
    const before = this.#compacted.get(key);
    if (before !== undefined && now - before.at < this.#waitAfter(before)) return false;
    const id = this.#store.claim(project, start);
    if (id === null) return false;
    const day = this.#inOneMoment(project, start);
    const rollups = rollUpDay(day, this.#dictionaries);
    const isStored = this.#store.store(id, { ...packDay(day), rollups });
    // A long one apart, so that one that is opened once in a while does not wait.
    const isAgain = before !== undefined && now - before.at < 4 * this.#waitAfter(before);
    this.#compacted.set(key, { at: now, times: isAgain ? before.times + 1 : 0 });
    return isStored;
  }

  #waitAfter({ times }: Compacted): number {
    return Math.min(this.#rest.againMs * 2 ** times, LONGEST_MS);
  }

  #daysAtRest(project: number): number[] {
    return [...this.#atRest.of(project, { afterMs: this.#rest.afterMs, now: this.#clock() })];
  }
}
