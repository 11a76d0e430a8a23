import { join } from 'node:path';
import { openControlStore, openEventLog, SchemaOutOfDate, SchemaTooNew } from '@cvq/storage';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { type Migration, migrate } from '../src/sqlite/migrate.ts';
import { controlMigrations } from '../src/sqlite/migrations/control.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import { runProgram } from './run-program.ts';

const folder = temporaryFolder();

const stores = [
  { store: 'events', open: openEventLog, wanted: eventMigrations.length },
  { store: 'control', open: openControlStore, wanted: controlMigrations.length },
];

describe.each(stores)('the schema of the $store store', ({ store, open, wanted }) => {
  const place = (name: string) => ({ folder: join(folder, `${store} ${name}`), file: `${store}.db` });
  const versionIn = ({ folder: of, file }: { folder: string; file: string }) =>
    inFile(join(of, file), (db) => db.pragma('user_version', { simple: true }));

  it('is the newest in a store that is opened for the first time', async () => {
    const fresh = place('fresh');
    await open({ folder: fresh.folder, migrate: true }).close();
    expect(versionIn(fresh)).toBe(wanted);
  });

  it('stays as it is when the store is opened again, with or without migrations', async () => {
    const again = place('again');
    await open({ folder: again.folder, migrate: true }).close();
    const before = schemaOf(again);
    await open({ folder: again.folder, migrate: true }).close();
    await open({ folder: again.folder, migrate: false }).close();
    expect(schemaOf(again)).toEqual(before);
  });

  it('is not touched where migrations are not asked for: the store is refused and names the command', () => {
    const old = place('old');
    const refused = attempt(() => open({ folder: old.folder, migrate: false }));
    expect(refused).toBeInstanceOf(SchemaOutOfDate);
    expect(refused?.message).toBe(
      `The ${store} store has schema 0 and this version needs ${wanted}. Run: cvq migrate`,
    );
    expect(versionIn(old)).toBe(0);
  });

  it.each([true, false])('of a later version is refused, with migrations: %s', async (allowed) => {
    const newer = place(`newer ${allowed}`);
    await open({ folder: newer.folder, migrate: true }).close();
    inFile(join(newer.folder, newer.file), (db) => db.pragma(`user_version = ${wanted + 1}`));
    const refused = attempt(() => open({ folder: newer.folder, migrate: allowed }));
    expect(refused).toBeInstanceOf(SchemaTooNew);
    expect(refused?.message).toContain(`schema ${wanted + 1} of a later version; this one knows ${wanted}`);
    expect(versionIn(newer)).toBe(wanted + 1);
  });

  it('is applied once when several processes open the store at the same moment', async () => {
    const shared = place('at once');
    const opening = `await storage.${open.name}({ folder, migrate: true }).close();`;
    await Promise.all([1, 2, 3].map(() => runProgram(opening, shared.folder)));
    expect(versionIn(shared)).toBe(wanted);
  });
});

describe('migrating', () => {
  const first: Migration = { name: 'first', sql: 'CREATE TABLE first (a); INSERT INTO first VALUES (1);' };
  const second: Migration = { name: 'second', sql: 'INSERT INTO first VALUES (2);' };
  const broken: Migration = {
    name: 'broken',
    sql: 'INSERT INTO first VALUES (3); INSERT INTO nowhere VALUES (1);',
  };
  const contents = (db: Database.Database) => db.prepare('SELECT a FROM first ORDER BY a').pluck().all();
  const version = (db: Database.Database) => db.pragma('user_version', { simple: true });

  it('follows the steps from the one that the store has reached', () => {
    const db = new Database(':memory:');
    migrate(db, { store: 'test', migrations: [first] }, true);
    migrate(db, { store: 'test', migrations: [first, second] }, true);
    expect(contents(db)).toEqual([1, 2]);
    expect(version(db)).toBe(2);
  });

  it('leaves nothing of a step that fails, and continues there the next time', () => {
    const db = new Database(':memory:');
    const failing = { store: 'test', migrations: [first, second, broken] };
    expect(() => migrate(db, failing, true)).toThrow('nowhere');
    expect(version(db), 'a new store gets all of its steps or none').toBe(0);
    migrate(db, { store: 'test', migrations: [first] }, true);
    expect(() => migrate(db, failing, true)).toThrow('nowhere');
    expect(contents(db)).toEqual([1, 2]);
    expect(version(db)).toBe(2);
    const mended = { ...broken, sql: 'INSERT INTO first VALUES (3);' };
    migrate(db, { store: 'test', migrations: [first, second, mended] }, true);
    expect(contents(db)).toEqual([1, 2, 3]);
  });

  it('skips a step that another process applied while this one waited for the lock', () => {
    const file = join(folder, 'waiting.db');
    const [here, there] = [new Database(file), new Database(file)];
    const meanwhile: Migration[] = [first, second];
    // The other process migrates after this one has looked which steps are due and before it takes the lock.
    const waits = new Proxy(here, {
      get(db, name) {
        if (name === 'transaction') migrate(there, { store: 'test', migrations: meanwhile }, true);
        const value = Reflect.get(db, name) as unknown;
        return typeof value === 'function' ? value.bind(db) : value;
      },
    });
    migrate(waits, { store: 'test', migrations: meanwhile }, true);
    expect(contents(here)).toEqual([1, 2]);
    here.close();
    there.close();
  });
});

function inFile<Answer>(file: string, ask: (db: Database.Database) => Answer): Answer {
  const db = new Database(file, { fileMustExist: true });
  try {
    return ask(db);
  } finally {
    db.close();
  }
}

function schemaOf(place: { folder: string; file: string }): unknown {
  return inFile(join(place.folder, place.file), (db) =>
    db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all(),
  );
}

function attempt(act: () => unknown): Error | null {
  try {
    act();
    return null;
  } catch (error) {
    return error as Error;
  }
}
