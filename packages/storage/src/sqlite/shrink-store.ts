import { statSync } from 'node:fs';
import { HOUR_MS } from '@cvq/contract/constants';
import type { ShrunkStore } from '../shrunk-store.ts';
import type { StoreLocation } from '../store-location.ts';
import { RowArchiving } from './compaction/row-archiving.ts';
import { storeFile } from './lost-store.ts';
import { closeWhole } from './open-database.ts';
import { openStore } from './open-store.ts';
import { markStore } from './store-mark.ts';
import { useAlone } from './use-alone.ts';

type Options = {
  /** As `ReportsOptions.archiveHours`. */
  readonly archiveHours: number;
};

/**
 * Archives what is at rest, and makes the file anew without what is free in it. Takes twice the room of the new file
 * while it works. One that is killed at it leaves all that is stored.
 * @throws StoreInUse where another process has the store open; as `openStore`
 */
export function shrinkEventStore({ folder, migrate }: StoreLocation, { archiveHours }: Options): ShrunkStore {
  const file = storeFile(folder, 'events');
  const before = statSync(file).size;
  openStore({ folder, migrate }, { store: 'events' }, (db) => {
    useAlone(db, file);
    const archiving = new RowArchiving(db, {
      rest: { afterMs: archiveHours * HOUR_MS, againMs: 0, passMs: Number.POSITIVE_INFINITY },
    });
    for (const project of db.prepare('SELECT key FROM projects').pluck().all() as string[])
      archiving.archive(project);
    db.pragma('auto_vacuum = INCREMENTAL');
    db.exec('VACUUM');
    markStore(folder, db);
    closeWhole(db);
  });
  return { before, after: statSync(file).size };
}
