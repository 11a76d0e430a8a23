import { statSync } from 'node:fs';
import { HOUR_MS } from '@cvq/contract/constants';
import type { ShrinkStep, ShrunkStore } from '../../shrunk-store.ts';
import type { StoreLocation } from '../../store-location.ts';
import { RowArchiving } from '../compaction/row-archiving.ts';
import { closeWhole } from '../open-database.ts';
import { storeFile } from './lost-store.ts';
import { openStore } from './open-store.ts';
import { markStore } from './store-mark.ts';
import { useAlone } from './use-alone.ts';

type Options = {
  /** Hears what is done next: the events of a project are archived, or the file is made anew. */
  readonly hear?: (step: ShrinkStep) => void;
  /** As `ReportsOptions.archiveHours`. */
  readonly archiveHours: number;
};

/**
 * Archives what is at rest, and makes the file anew without what is free in it. Takes twice the room of the new file
 * while it works. One that is killed at it leaves all that is stored.
 * @throws StoreInUse where another process has the store open; as `openStore`
 */
export function shrinkEventStore(
  { folder, migrate }: StoreLocation,
  { archiveHours, hear = () => {} }: Options,
): ShrunkStore {
  const file = storeFile(folder, 'events');
  const before = statSync(file).size;
  openStore({ folder, migrate }, { store: 'events' }, (db) => {
    useAlone(db, file);
    const archiving = new RowArchiving(db, {
      rest: { afterMs: archiveHours * HOUR_MS, againMs: 0, passMs: Number.POSITIVE_INFINITY },
    });
    const projects = db.prepare('SELECT key FROM projects').pluck().all() as string[];
    projects.forEach((project, index) => {
      hear({ kind: 'archiving', project: index + 1, of: projects.length });
      archiving.archive(project);
    });
    hear({ kind: 'rewriting' });
    db.pragma('auto_vacuum = INCREMENTAL');
    db.exec('VACUUM');
    markStore(folder, db);
    closeWhole(db);
  });
  return { before, after: statSync(file).size };
}
