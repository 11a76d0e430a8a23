import Database from 'better-sqlite3';
import type { Connection } from '../open-database.ts';

/** What SQLite's own check and the foreign keys find wrong; empty when all is well. */
export function integrityProblems(db: Connection): string[] {
  return [...findings(() => brokenStructure(db)), ...findings(() => orphans(db))];
}

function brokenStructure(db: Connection): string[] {
  const rows = db.pragma('integrity_check') as { integrity_check: string }[];
  return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
}

function orphans(db: Connection): string[] {
  const rows = db.pragma('foreign_key_check') as { table: string; parent: string }[];
  return rows.map((row) => `${row.table} refers to a missing row of ${row.parent}`);
}

/** A check that stumbles over a broken page throws instead of answering: that is a finding too. */
export function findings(check: () => string[]): string[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CORRUPT'))
      return [error.message];
    throw error;
  }
}
