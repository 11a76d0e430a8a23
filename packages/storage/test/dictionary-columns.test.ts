import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { migrate } from '../src/sqlite/migrate.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import { openForWriting } from '../src/sqlite/open-database.ts';
import { DictionaryColumns } from '../src/sqlite/reports/values/dictionary-columns.ts';

it('a column of a dictionary takes two bytes an entry, and four from the first large integer on', () => {
  const db = openForWriting(join(temporaryFolder(), 'events.db'), 'unsynced');
  migrate(db, { store: 'events', migrations: eventMigrations }, true);
  db.pragma('foreign_keys = OFF');
  const add = db.prepare(
    'INSERT INTO clients (id, user_agent, language, screen, place) VALUES (:id, :userAgent, 0, 0, 0)',
  );
  const dictionaries = new DictionaryColumns(db);
  const expected = [0];
  let id = 0;
  const addAndRead = (userAgent: number) => {
    id += 1;
    add.run({ id, userAgent });
    expected[id] = userAgent;
    const read = dictionaries.column('clients.user_agent');
    expect(Array.from(read.subarray(0, id + 1))).toEqual(expected);
    return read.BYTES_PER_ELEMENT;
  };
  const bytes = [1, 0, 65_535, 65_536, 7, 0xffff_fffe].map(addAndRead);
  expect(bytes).toEqual([2, 2, 2, 4, 4, 4]);
  db.close();
});
