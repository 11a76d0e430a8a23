import { oncePerConnection } from '../once-per-connection.ts';
import type { Connection } from '../open-database.ts';

const statementOf = oncePerConnection((db) => db.prepare('SELECT key FROM projects ORDER BY id').pluck());

/** The keys of all projects that have stored anything. */
export const projectKeys = (db: Connection) => statementOf(db).all() as string[];
