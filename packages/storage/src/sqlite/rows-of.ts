import { oncePerConnection } from './once-per-connection.ts';
import type { Connection, Statement } from './open-database.ts';

/** The statements of a connection whose rows are being read one by one. */
const readingOf = oncePerConnection(() => new Set<IterableIterator<unknown>>());

/**
 * The rows of a statement one by one, for what is more than `all` should hold. Until the last one is read, a connection
 * can neither write nor end its transaction. So nothing is open before the first row is asked for, a loop that is left
 * in any way closes it, and `closeRows` closes what somebody began to read and forgot.
 */
export function* rowsOf<Row>(statement: Statement, ...given: readonly unknown[]): Generator<Row> {
  const reading = readingOf(statement.database);
  const rows = statement.iterate(...given) as IterableIterator<Row>;
  reading.add(rows);
  try {
    yield* rows;
  } finally {
    reading.delete(rows);
  }
}

/** Closes whatever a connection still has open of `rowsOf`. */
export function closeRows(db: Connection): void {
  for (const rows of readingOf(db)) rows.return?.();
  readingOf(db).clear();
}
