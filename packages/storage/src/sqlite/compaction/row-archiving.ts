import { LRUCache } from 'lru-cache';
import { Archiver } from '../archive/archiver.ts';
import { BlockIndexing } from '../archive/block-indexing.ts';
import type { AfterWrite } from '../archive/table-archiver.ts';
import { Interruption } from '../interruption.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { giveBackPagesIn } from './give-back-pages.ts';
import { RowsAtRest } from './rows-at-rest.ts';
import { UnreadableBlocks } from './unreadable-blocks.ts';

/** When rows are archived. */
export type ArchivingRest = {
  /** The rows of a day are archived once the project's newest event is so much later than its end. */
  readonly afterMs: number;
  /** What has come to a archived day since is archived after so long at the earliest. */
  readonly againMs: number;
  /** Others have their turn after so long; what is left is archived with the next pass. */
  readonly passMs: number;
};

/** What a pass has archived, and how many days, and blocks to index, are left for the next. */
export type Archived = { readonly rows: number; readonly daysLeft: number; readonly blocksLeft: number };

const REMEMBERED = 10_000;

type Options = {
  readonly rest: ArchivingRest;
  readonly clock?: () => number;
  readonly interruption?: Interruption;
  /** Days that need what cannot be read are left out. */
  readonly broken?: UnreadableBlocks;
  readonly afterWrite?: AfterWrite;
};

/** Archives rows of days at rest, on a connection of its own. */
export class RowArchiving {
  readonly #rest: ArchivingRest;
  readonly #clock: () => number;
  readonly #archiver: Archiver;
  readonly #indexing: BlockIndexing;
  readonly #interruption: Interruption;
  readonly #db: Connection;
  readonly #unreadable: UnreadableBlocks;
  readonly #giveBackPages: () => void;
  readonly #atRest: RowsAtRest;
  /** By project and day, when it was archived here. */
  readonly #archived = new LRUCache<string, number>({ max: REMEMBERED });

  constructor(
    db: Connection,
    {
      rest,
      clock = Date.now,
      interruption = new Interruption(),
      broken = new UnreadableBlocks(),
      afterWrite,
    }: Options,
  ) {
    this.#rest = rest;
    this.#unreadable = broken;
    this.#clock = clock;
    this.#archiver = new Archiver(db, interruption, afterWrite);
    this.#indexing = new BlockIndexing(db);
    this.#interruption = interruption;
    this.#db = db;
    this.#atRest = new RowsAtRest(db);
    this.#giveBackPages = giveBackPagesIn(db);
  }

  /**
   * Archives what can be of a project within the time of a pass.
   * @throws SqliteError on a full disk, or where a writer is long at work; BlockBroken
   */
  archive(key: string): Archived {
    const project = projectNumber(this.#db, key);
    if (project === undefined) return { rows: 0, daysLeft: 0, blocksLeft: 0 };
    const blocksLeft = this.#indexBlocks(project);
    const days = [...this.#atRest.of(project, { afterMs: this.#rest.afterMs, now: this.#clock() })];
    const archived = this.#archiveDays(project, days);
    if (archived.rows > 0) this.#giveBackPages();
    return { ...archived, blocksLeft };
  }

  /** Those that an earlier version has stored. How many are left. */
  #indexBlocks(project: number): number {
    const until = this.#clock() + this.#rest.passMs;
    const blocks = this.#indexing.of(project);
    for (const [index, block] of blocks.entries()) {
      if (index > 0 && this.#clock() >= until) return blocks.length - index;
      this.#interruption.check();
      this.#unreadable.skip(() => this.#indexing.index(block));
    }
    return 0;
  }

  #archiveDays(project: number, days: readonly number[]): Omit<Archived, 'blocksLeft'> {
    const until = this.#clock() + this.#rest.passMs;
    let rows = 0;
    for (const [index, start] of days.entries()) {
      if (index > 0 && this.#clock() >= until) return { rows, daysLeft: days.length - index };
      rows += this.#archiveDay(project, start);
    }
    return { rows, daysLeft: 0 };
  }

  #archiveDay(project: number, start: number): number {
    const key = `${project} ${start}`;
    const now = this.#clock();
    const before = this.#archived.get(key);
    if (before !== undefined && now - before < this.#rest.againMs) return 0;
    const rows = this.#unreadable.skip(() => this.#archiver.archiveDay(project, start)) ?? 0;
    this.#archived.set(key, now);
    return rows;
  }
}
