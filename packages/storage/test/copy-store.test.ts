import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { openForReading, openForWriting } from '../src/sqlite/open-database.ts';
import { copySqliteStore } from '../src/sqlite/store-files/copy-store.ts';

/** A store of 24 MB, so that its copy takes several steps, and somebody who writes to it. */
function aLargeStore() {
  const folder = temporaryFolder();
  const db = openForWriting(join(folder, 'events.db'), 'unsynced');
  onTestFinished(() => void db.close());
  db.exec('CREATE TABLE numbers (number INTEGER PRIMARY KEY, filling BLOB)');
  const insert = db.prepare('INSERT INTO numbers VALUES (?, zeroblob(100000))');
  for (let number = 1; number <= 240; number += 1) insert.run(number);
  return { folder, add: (number: number) => void insert.run(number) };
}

function newestIn(file: string): unknown {
  const db = openForReading(file);
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    return db.prepare('SELECT max(number) FROM numbers').pluck().get();
  } finally {
    db.close();
  }
}

describe('the copy of a store', () => {
  it('is of one moment and comes to its end, although somebody commits in each of its steps', async () => {
    const { folder, add } = aLargeStore();
    const to = join(folder, 'copy.db');
    const done: number[] = [];
    let number = 240;
    const hear = (progress: { done: number }) => {
      done.push(progress.done);
      number += 1;
      add(number);
    };
    expect(await copySqliteStore({ folder }, { store: 'events', to, hear })).toBe(true);
    expect(done.length).toBeGreaterThan(2);
    expect(done).toEqual(done.toSorted((one, other) => one - other));
    expect(newestIn(to)).toBe(240);
    expect(newestIn(join(folder, 'events.db'))).toBe(number);
  });

  it('has what is in the log alone', async () => {
    const folder = temporaryFolder();
    const db = openForWriting(join(folder, 'control.db'));
    onTestFinished(() => void db.close());
    db.pragma('wal_autocheckpoint = 0');
    db.exec('CREATE TABLE numbers (number INTEGER); INSERT INTO numbers VALUES (7)');
    const to = join(folder, 'copy.db');
    await copySqliteStore({ folder }, { store: 'control', to, hear: () => {} });
    expect(newestIn(to)).toBe(7);
  });

  it('is not made of a store that does not exist', async () => {
    const folder = temporaryFolder();
    const to = join(folder, 'copy.db');
    expect(await copySqliteStore({ folder }, { store: 'events', to, hear: () => {} })).toBe(false);
  });

  it('is refused of a store that is lost, and of what is no store', async () => {
    const folder = temporaryFolder();
    const copy = (store: 'control' | 'events') =>
      copySqliteStore({ folder }, { store, to: join(folder, 'copy.db'), hear: () => {} });
    writeFileSync(join(folder, 'usage.db'), 'x');
    await expect(copy('control')).rejects.toHaveProperty('name', 'StoreLost');
    writeFileSync(join(folder, 'events.db'), 'no database'.repeat(500));
    await expect(copy('events')).rejects.toHaveProperty('name', 'StoreBroken');
  });

  it('leaves nothing of an unfinished one to the store', async () => {
    const { folder, add } = aLargeStore();
    const to = join(folder, 'missing', 'copy.db');
    await expect(copySqliteStore({ folder }, { store: 'events', to, hear: () => {} })).rejects.toThrow();
    add(241);
    const checkpoint = new Database(join(folder, 'events.db'));
    expect(checkpoint.pragma('wal_checkpoint(TRUNCATE)')).toEqual([expect.objectContaining({ busy: 0 })]);
    checkpoint.close();
  });
});
