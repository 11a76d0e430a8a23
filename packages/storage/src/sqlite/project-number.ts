import { oncePerConnection } from './once-per-connection.ts';
import type { Connection } from './open-database.ts';

const statementOf = oncePerConnection((db) => db.prepare('SELECT id FROM projects WHERE key = ?').pluck());

/** The number that rows have of a project; undefined for one that has stored nothing. */
export function projectNumber(db: Connection, key: string): number | undefined {
  return statementOf(db).get(key) as number | undefined;
}
