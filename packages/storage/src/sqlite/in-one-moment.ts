import type { Connection } from './open-database.ts';

/** What `read` reads, as of one moment: in the transaction of the caller, or in one of its own. */
export function inOneMoment<Given extends unknown[], Read>(
  db: Connection,
  read: (...given: Given) => Read,
): (...given: Given) => Read {
  const alone = db.transaction(read);
  return (...given) => (db.inTransaction ? read(...given) : alone(...given));
}
