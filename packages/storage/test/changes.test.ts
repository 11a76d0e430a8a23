import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ChangeNotes, ChangeReader } from '../src/sqlite/changes.ts';
import { migrate } from '../src/sqlite/migrate.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import { openInMemory } from '../src/sqlite/open-database.ts';

const sources = join(import.meta.dirname, '..', 'src', 'sqlite');
const ROWS = /(INSERT INTO|UPDATE|DELETE FROM) (events|sessions)\b/;

function openNotes() {
  const db = openInMemory();
  migrate(db, { store: 'events', migrations: eventMigrations }, true);
  return { db, notes: new ChangeNotes(db), reader: new ChangeReader(db) };
}

it('every file that changes rows of events or sessions notes what it changed', () => {
  const changing = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('migrations'))
    .map((file) => [file, readFileSync(join(sources, file), 'utf8')] as const)
    .filter(([, text]) => ROWS.test(text));
  // The writer notes what this one inserts, where it was new.
  const silent = changing.filter(([, text]) => !/[nN]otes\b/.test(text)).map(([file]) => file);
  expect(changing.length).toBeGreaterThan(4);
  expect(silent).toEqual([join('ingest', 'event-insert.ts')]);
});

it('changes are read once each, after a first look that knows none of them', () => {
  const { notes, reader } = openNotes();
  notes.session(7);
  notes.write();
  expect(reader.next()).toBeNull();
  expect(reader.next()).toEqual([]);
  notes.event(1, { ms: 5, suffix: 'a' });
  notes.session(7);
  notes.session(7);
  notes.write();
  notes.event(2, { ms: 6, suffix: 'b' });
  notes.event(2, { ms: 4, suffix: 'c' });
  notes.event(1, { ms: 9, suffix: 'd' });
  notes.event(2, { ms: 9, suffix: '5' });
  notes.write();
  // Nothing changed, or it was rolled back.
  notes.write();
  notes.event(3, { ms: 7, suffix: 'c' });
  notes.clear();
  notes.write();
  expect(reader.next()).toEqual([
    { events: [[1, 5, 'a']], sessions: [7] },
    {
      events: [
        [2, 6, 'b'],
        [2, 4, 'c'],
        [1, 9, 'd'],
        [2, 9, '5'],
      ],
      sessions: [],
    },
  ]);
  expect(reader.next()).toEqual([]);
});

it('who has not looked for a long time is told that some changes are not known any more', () => {
  const { db, notes, reader } = openNotes();
  const commits = (count: number, size: number) => {
    for (let commit = 0; commit < count; commit += 1) {
      for (let session = 0; session < size; session += 1) notes.session(session + 1);
      notes.write();
    }
  };
  reader.next();
  commits(300, 2500);
  expect(reader.next()).toHaveLength(300);
  commits(600, 2500);
  expect(reader.next()).toBeNull();
  expect(reader.next()).toEqual([]);
  // A million changes are kept, and a sixteenth more at most, however large commits are.
  const kept = () => db.prepare('SELECT count(*) FROM changes').pluck().get();
  expect(kept()).toBeGreaterThanOrEqual(400);
  expect(kept()).toBeLessThanOrEqual(400 + 25);
  commits(30, 100_000);
  expect(kept()).toBeGreaterThanOrEqual(10);
  expect(kept()).toBeLessThanOrEqual(11);
});
