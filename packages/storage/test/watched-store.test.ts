import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { openForWriting } from '../src/sqlite/open-database.ts';
import { WatchedStore } from '../src/sqlite/store-files/watched-store.ts';
import { StoreMoved } from '../src/store-errors.ts';

const LOG_HEADER_BYTES = 32;
/** A clock by which everything was written long ago. */
const LATER = () => Date.now() + 60_000;

/** A database with a commit in its log, found whole and at rest. */
function storeAtRest() {
  const file = join(temporaryFolder(), 'events.db');
  const db = openForWriting(file);
  onTestFinished(() => {
    db.close();
  });
  db.exec('CREATE TABLE events (id INTEGER PRIMARY KEY); INSERT INTO events VALUES (1)');
  const watched = new WatchedStore(file, LATER);
  watched.requireInPlace();
  return { db, watched, log: `${file}-wal` };
}

/** Writes over a place of a file, as often as it takes until the system gives it another time. */
function writeOver(file: string, at: number, bytes: Uint8Array): void {
  const { ctimeMs } = statSync(file);
  const fd = openSync(file, 'r+');
  do writeSync(fd, bytes, 0, bytes.length, at);
  while (statSync(file).ctimeMs === ctimeMs);
  closeSync(fd);
}

describe('a store that nobody has written for long', () => {
  it.each([
    ['the head of its log', 0],
    ['the last frame of its log', -1],
  ])('is damaged where somebody else writes over %s', (_what, from) => {
    const { watched, log } = storeAtRest();
    const frames = (readFileSync(log).length - LOG_HEADER_BYTES) / (4096 + 24);
    const at = from === 0 ? 0 : LOG_HEADER_BYTES + (frames - 1) * (4096 + 24);
    writeOver(log, at, new Uint8Array(24));
    expect(() => watched.requireInPlace()).toThrow(StoreMoved);
    expect(() => watched.requireInPlace()).toThrow(/overwritten/);
  });

  it('is whole after the next commit, and damaged where that is written over', () => {
    const { db, watched, log } = storeAtRest();
    db.exec('INSERT INTO events VALUES (2)');
    watched.requireInPlace();
    writeOver(log, 0, new Uint8Array(LOG_HEADER_BYTES));
    expect(() => watched.requireInPlace()).toThrow(StoreMoved);
  });
});
