import type { Connection } from './open-database.ts';
import { rowsOf } from './rows-of.ts';

/**
 * Rows of a statement one by one, of which most who ask read a few: to begin to read rows one by one takes longer than to read
 * so many at once. To be used within a transaction: the statement has to give the same rows in the same order again.
 */
export function fewThenAll<Row>(
  db: Connection,
  sql: string,
  few: number,
): (...given: readonly unknown[]) => Iterable<Row> {
  const first = db.prepare(`${sql} LIMIT ${few}`);
  const all = db.prepare(sql);
  return function* read(...given) {
    const found = first.all(...given) as Row[];
    yield* found;
    if (found.length < few) return;
    let read = 0;
    for (const row of rowsOf<Row>(all, ...given)) {
      if (read >= found.length) yield row;
      read += 1;
    }
  };
}
