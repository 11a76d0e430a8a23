import { DAY_MS } from '@cvq/contract/constants';
import type { Interruption } from '../interruption.ts';
import type { Connection } from '../open-database.ts';
import { ARCHIVED_EVENTS, ARCHIVED_SESSIONS } from './archived-tables.ts';
import { type AfterWrite, TableArchiver } from './table-archiver.ts';

/** Moves rows at rest into blocks, on a connection of its own. Nothing that anybody reads is changed by it. */
export class Archiver {
  readonly #tables: readonly TableArchiver[];
  readonly #interruption: Interruption;

  constructor(db: Connection, interruption: Interruption, afterWrite?: AfterWrite) {
    this.#interruption = interruption;
    this.#tables = [ARCHIVED_EVENTS, ARCHIVED_SESSIONS].map(
      (table) => new TableArchiver(db, table, afterWrite),
    );
  }

  /**
   * Archives the rows of a day, and tells how many that were.
   * @throws SqliteError on a full disk, or where a writer is long at work; BlockBroken
   */
  archiveDay(project: number, start: number): number {
    let count = 0;
    for (const table of this.#tables)
      for (let from = start; from < start + DAY_MS; ) {
        this.#interruption.check();
        const { until, archived } = table.archiveSome(project, { from, until: start + DAY_MS });
        count += archived;
        from = until;
      }
    return count;
  }
}
