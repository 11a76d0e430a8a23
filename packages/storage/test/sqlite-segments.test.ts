import { join } from 'node:path';
import type { EventRecord } from '@cvq/storage';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { anEvent, MINUTE, NOON, visitor } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { EventWriter } from '../src/sqlite/ingest/event-writer.ts';
import { Interruption } from '../src/sqlite/interruption.ts';
import { migrate } from '../src/sqlite/migrate.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import {
  type Connection,
  openForReading,
  openForSealing,
  openForWriting,
} from '../src/sqlite/open-database.ts';
import { ReportEngine } from '../src/sqlite/report-engine.ts';
import { ProjectCompactor } from '../src/sqlite/segments/project-compactor.ts';
import { ask, EVER } from './contract/stores.ts';

const folder = temporaryFolder();
const SMALL = { events: 2, sessionIds: 2, hotWindowMs: 0 };
const project = 'proj_shop';
let files = 0;

const hourly = (count: number) =>
  Array.from({ length: count }, (_, hour) =>
    anEvent({ project, at: NOON + hour * 60 * MINUTE, visitor: visitor(`v${hour}`), sessionId: `s${hour}` }),
  );

/** A store of ten events in as many sessions, with what reports on it. */
function unsealedStore(
  sealing: (db: Connection) => Connection = (db) => db,
  interruption = new Interruption(),
) {
  files += 1;
  const file = join(folder, `segments-${files}.db`);
  const db = openForWriting(file);
  migrate(db, { store: 'events', migrations: eventMigrations }, true);
  const writer = new EventWriter(db);
  const append = (events: readonly EventRecord[]) => writer.append(events);
  append(hourly(10));
  const reading = openForReading(file);
  const engine = new ReportEngine(reading, { sizes: SMALL });
  const compactor = new ProjectCompactor(
    { reading, compacting: () => sealing(openForSealing(file)) },
    { sizes: SMALL, interruption },
  );
  const segments = db.prepare('SELECT count(*) FROM sealed WHERE columns IS NOT NULL').pluck();
  return {
    db,
    append,
    segments: () => segments.get() as number,
    compact: () => compactor.compact(project),
    totals: () => engine.answer('totals', [ask(project), EVER]) as { events: number; bounces: number },
  };
}

/** The same, with all compacted that can be. */
function sealedStore() {
  const store = unsealedStore();
  store.compact();
  return store;
}

describe('segments of columns', () => {
  it('say what the rows say', () => {
    const { db, segments, compact, totals } = unsealedStore();
    expect(segments()).toBe(0);
    const first = totals();
    expect(first).toMatchObject({ events: 10, bounces: 10 });
    expect(compact()).toBe(9);
    expect(segments()).toBe(9);
    expect(totals()).toEqual(first);
    expect(compact()).toBe(0);
    expect(db.prepare('SELECT count(*) FROM sealed').pluck().get()).toBe(9);
  });

  it.each([
    ['a bot that is found out later', 'UPDATE events SET exclusion = 0 WHERE suffix = :suffix', 9],
    ['an event that is erased', 'DELETE FROM events WHERE suffix = :suffix', 9],
    ['a time that is corrected', 'UPDATE events SET at = at + 7200000 WHERE suffix = :suffix', 10],
  ])('are withdrawn by %s', (_, sql, events) => {
    const { db, segments, totals } = sealedStore();
    const suffix = db.prepare('SELECT suffix FROM events ORDER BY ms LIMIT 1').pluck().get();
    db.prepare(sql).run({ suffix });
    expect(segments()).toBeLessThan(9);
    expect(totals().events).toBe(events);
  });

  it('are withdrawn by a session that changes or is removed', () => {
    const { db, totals } = sealedStore();
    db.prepare('UPDATE sessions SET events = 2 WHERE id = 1').run();
    expect(totals().bounces).toBe(9);
    db.prepare('DELETE FROM sessions WHERE id = 2').run();
    expect(totals().bounces).toBe(8);
  });

  it('are left alone by what is newer than they are', () => {
    const { append, segments, totals } = sealedStore();
    append([anEvent({ project, at: NOON + 600 * MINUTE, sessionId: 'new' })]);
    expect(segments()).toBe(9);
    expect(totals().events).toBe(11);
  });

  it('are not stored when a row changed while the rows were read', () => {
    let meanwhile = () => {};
    const { append, segments, compact, totals } = unsealedStore((sealing) =>
      interrupted(sealing, () => meanwhile()),
    );
    let late = 0;
    meanwhile = () => {
      late += 1;
      append([anEvent({ project, at: NOON + 30 * MINUTE + late, sessionId: 'late' })]);
    };
    compact();
    expect(totals().events).toBe(10 + late);
    meanwhile = () => {};
    expect(segments()).toBeLessThan(9);
    compact();
    expect(totals().events).toBe(10 + late);
  });

  it('are done without where nothing can be stored, and made when it can', () => {
    const full = new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    let isFull = true;
    const { segments, compact, totals } = unsealedStore((sealing) => {
      if (isFull) throw full;
      return sealing;
    });
    expect(compact).toThrow(full);
    expect([totals().events, segments()]).toEqual([10, 0]);
    isFull = false;
    compact();
    expect([totals().events, segments()]).toEqual([10, 9]);
  });

  it('are made up to an interruption', () => {
    const interruption = new Interruption();
    const { segments, compact } = unsealedStore((sealing) => sealing, interruption);
    interruption.interrupt();
    expect(compact).toThrow(/Interrupted/);
    expect(segments()).toBe(0);
  });
});

/** The connection, on which something happens right after the rows of events are read: when it is too late. */
function interrupted(db: Connection, happen: () => void): Connection {
  const prepare = db.prepare.bind(db);
  return Object.assign(db, {
    prepare(sql: string) {
      const statement = prepare(sql);
      if (!sql.includes('UNION ALL')) return statement;
      const all = statement.all.bind(statement);
      return Object.assign(statement, {
        all(...parameters: unknown[]) {
          const rows = all(...parameters);
          happen();
          return rows;
        },
      });
    },
  } as unknown as Partial<Connection>);
}
