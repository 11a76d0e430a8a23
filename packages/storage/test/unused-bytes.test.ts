import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { UnusedBytes } from '../src/sqlite/erasure/unused-bytes.ts';
import { openForWriting } from '../src/sqlite/open-database.ts';
import { integrityProblems } from '../src/sqlite/store-files/integrity.ts';
import { openSqliteEventStores } from './event-stores.ts';

const PAGE = 4096;
const TRACE = 'u-moved';

/** Writes a text where a leaf of an index has room for it, as SQLite leaves one that has moved; into each such page. */
function plant(file: string): number {
  const bytes = readFileSync(file);
  let planted = 0;
  for (let at = PAGE; at < bytes.length; at += PAGE) {
    const end = 8 + 2 * bytes.readUInt16BE(at + 3);
    if (bytes[at] !== 10 || end + TRACE.length > bytes.readUInt16BE(at + 5)) continue;
    bytes.write(TRACE, at + end, 'latin1');
    planted += 1;
  }
  writeFileSync(file, bytes);
  return planted;
}

it('clears what SQLite leaves of texts that it has moved, and nothing else', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'events.db');
  await openSqliteEventStores(folder).close();
  const filling = openForWriting(file);
  filling.exec('CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT UNIQUE) STRICT');
  const add = filling.prepare('INSERT INTO words (word) VALUES (?)');
  const addAll = filling.transaction(() => {
    for (let index = 0; index < 3000; index += 1) add.run(`/others/${index}`);
  });
  addAll();
  filling.pragma('wal_checkpoint(TRUNCATE)');
  filling.close();
  expect(plant(file)).toBeGreaterThan(10);

  const db = openForWriting(file);
  const clearing = openForWriting(file);
  const clear = (pages: readonly number[] | null) => {
    const parts = new UnusedBytes(clearing, file).clear(pages);
    for (;;) {
      const part = parts.next();
      if (part.done) return part.value;
    }
  };
  const lies = () => readFileSync(file).includes(TRACE);
  // What the log has a newer copy of waits until that is in the file.
  db.exec("UPDATE words SET word = 'others' WHERE id = 1500");
  const left = clear(null);
  expect([left.length > 0, lies()]).toEqual([true, true]);
  db.pragma('wal_checkpoint(TRUNCATE)');
  expect(clear(left)).toEqual([]);
  expect(lies()).toBe(false);
  // A connection that had read the pages before writes nothing of them back.
  db.exec("UPDATE words SET word = word || '.' WHERE id % 7 = 0");
  db.pragma('wal_checkpoint(TRUNCATE)');
  expect(lies()).toBe(false);
  expect(integrityProblems(db)).toEqual([]);
  expect(db.prepare('SELECT count(*) FROM words').pluck().get()).toBe(3000);
  clearing.close();
  db.close();
});
