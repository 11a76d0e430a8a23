import type { CheckReport } from '../../check-report.ts';
import type { StoreName } from '../../store-errors.ts';
import type { Connection } from '../open-database.ts';
import { eventProblems } from './event-problems.ts';
import { integrityProblems } from './integrity.ts';
import { storeFile } from './lost-store.ts';
import { readStore } from './open-store.ts';
import { markProblems } from './store-mark.ts';

/**
 * Looks at a store as it lies there. One of an earlier schema stays at it, since the version that wrote it must still be able to
 * open it: SQLite's own check tells whether it is whole.
 * @throws StoreUnusable, StoreBroken, StoreLost, StoreOlder, SchemaTooNew
 */
export function checkSqliteStore(folder: string, store: StoreName): CheckReport {
  const report = readStore(folder, store, (db, { found, wanted }) => {
    const isOlder = found < wanted;
    const structure = integrityProblems(db);
    const problems = [
      ...structure,
      ...(structure.length === 0 ? [] : [`Restore ${storeFile(folder, store)} from a backup.`]),
      ...(store === 'events' ? markProblems(folder) : []),
      ...(isOlder ? [] : CONTENT[store](db)),
    ];
    const note = isOlder ? `ok; it has schema ${found}, this version needs ${wanted}: not migrated` : 'ok';
    return { store, problems, note };
  });
  return report ?? { store, problems: [], note: 'not created yet' };
}

/** What else is wrong with what lies in a store of the newest schema. */
const CONTENT: Readonly<Record<StoreName, (db: Connection) => string[]>> = {
  control: () => [],
  events: eventProblems,
};
