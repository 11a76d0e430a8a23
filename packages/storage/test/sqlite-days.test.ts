import { join } from 'node:path';
import type { EventRecord } from '@cvq/storage';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { anEvent, MINUTE, NOON, visitor } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { DayCompactor } from '../src/sqlite/compaction/day-compactor.ts';
import { EventWriter } from '../src/sqlite/ingest/event-writer.ts';
import { Interruption } from '../src/sqlite/interruption.ts';
import { migrate } from '../src/sqlite/migrate.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import {
  type Connection,
  openForCompacting,
  openForReading,
  openForWriting,
} from '../src/sqlite/open-database.ts';
import { ReportEngine } from '../src/sqlite/report-engine.ts';
import { ask, EVER } from './contract/stores.ts';

const folder = temporaryFolder();
const DAY = 24 * 60 * MINUTE;
const REST = { afterMs: 0, againMs: 0 };
const project = 'proj_shop';
let files = 0;

const daily = (count: number) =>
  Array.from({ length: count }, (_, day) =>
    anEvent({ project, at: NOON + day * DAY, visitor: visitor(`v${day}`), sessionId: `s${day}` }),
  );

/** A store of ten events in as many sessions, with what reports on it. */
function openStore(
  compacting: (db: Connection) => Connection = (db) => db,
  interruption = new Interruption(),
) {
  files += 1;
  const file = join(folder, `days-${files}.db`);
  const db = openForWriting(file);
  migrate(db, { store: 'events', migrations: eventMigrations }, true);
  const writer = new EventWriter(db);
  const append = (events: readonly EventRecord[]) => writer.append(events);
  append(daily(10));
  const reading = openForReading(file);
  const engine = new ReportEngine(reading);
  let compactor: DayCompactor | null = null;
  function compact(): number {
    compactor ??= new DayCompactor(compacting(openForCompacting(file)), {
      ...{ rest: REST, interruption },
      clock: () => EVER.to,
    });
    return compactor.compact(project).days;
  }
  const days = db.prepare('SELECT count(*) FROM days WHERE events IS NOT NULL').pluck();
  return {
    db,
    file,
    append,
    days: () => days.get() as number,
    compact,
    totals: () => engine.answer('totals', [ask(project), EVER]) as { events: number; bounces: number },
  };
}

/** The same, with all compacted that can be. */
function compactedStore() {
  const store = openStore();
  store.compact();
  return store;
}

describe('days as columns', () => {
  it('say what the rows say', () => {
    const { db, days, compact, totals } = openStore();
    expect(days()).toBe(0);
    const first = totals();
    expect(first).toMatchObject({ events: 10, bounces: 10 });
    expect(compact()).toBe(9);
    expect(days()).toBe(9);
    expect(totals()).toEqual(first);
    expect(compact()).toBe(0);
    expect(db.prepare('SELECT count(*) FROM days').pluck().get()).toBe(9);
  });

  it('are stored pass by pass where there are many, so that others have their turn', () => {
    const { file, days } = openStore();
    const db = openForCompacting(file);
    // What takes no time at all takes as long as there is.
    const compactor = new DayCompactor(db, { rest: REST, passMs: 0, clock: () => EVER.to });
    const passes = Array.from({ length: 9 }, () => compactor.compact(project));
    expect(passes).toEqual(passes.map((_, pass) => ({ days: 1, isMore: pass < 8 })));
    expect(days()).toBe(9);
    db.close();
  });

  it.each([
    ['a bot that is found out later', 'UPDATE events SET exclusion = 0 WHERE suffix = :suffix', 9],
    ['an event that is erased', 'DELETE FROM events WHERE suffix = :suffix', 9],
    ['a time that is corrected', 'UPDATE events SET at = at + 172800000 WHERE suffix = :suffix', 10],
  ])('are withdrawn by %s', (_, sql, events) => {
    const { db, days, totals } = compactedStore();
    const suffix = db.prepare('SELECT suffix FROM events ORDER BY ms LIMIT 1').pluck().get();
    db.prepare(sql).run({ suffix });
    expect(days()).toBeLessThan(9);
    expect(totals().events).toBe(events);
  });

  it('are withdrawn by a session that changes or is removed', () => {
    const { db, totals } = compactedStore();
    db.prepare('UPDATE sessions SET events = 2 WHERE id = 1').run();
    expect(totals().bounces).toBe(9);
    db.prepare('DELETE FROM sessions WHERE id = 2').run();
    expect(totals().bounces).toBe(8);
  });

  it('are left alone by what is newer than they are', () => {
    const { append, days, totals } = compactedStore();
    append([anEvent({ project, at: NOON + 10 * DAY, sessionId: 'new' })]);
    expect(days()).toBe(9);
    expect(totals().events).toBe(11);
  });

  it('are not stored when a row changed while the rows were read', () => {
    let meanwhile = () => {};
    const { append, days, compact, totals } = openStore((compacting) =>
      interrupted(compacting, () => meanwhile()),
    );
    let late = 0;
    meanwhile = () => {
      late += 1;
      append([anEvent({ project, at: NOON + DAY + late, sessionId: 'late' })]);
    };
    compact();
    expect(totals().events).toBe(10 + late);
    meanwhile = () => {};
    expect(days()).toBeLessThan(9);
    compact();
    expect(totals().events).toBe(10 + late);
  });

  it('are done without where nothing can be stored, and made when it can', () => {
    const full = new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    let isFull = true;
    const { days, compact, totals } = openStore((compacting) => {
      if (isFull) throw full;
      return compacting;
    });
    expect(compact).toThrow(full);
    expect([totals().events, days()]).toEqual([10, 0]);
    isFull = false;
    compact();
    expect([totals().events, days()]).toEqual([10, 9]);
  });

  it('are made up to an interruption', () => {
    const interruption = new Interruption();
    const { days, compact } = openStore((compacting) => compacting, interruption);
    interruption.interrupt();
    expect(compact).toThrow(/Interrupted/);
    expect(days()).toBe(0);
  });
});

/** The connection, on which something happens right after the rows of events are read: when it is too late. */
function interrupted(db: Connection, happen: () => void): Connection {
  const prepare = db.prepare.bind(db);
  return Object.assign(db, {
    prepare(sql: string) {
      const statement = prepare(sql);
      if (!sql.includes('UNION ALL')) return statement;
      const iterate = statement.iterate.bind(statement);
      return Object.assign(statement, {
        *iterate(...parameters: unknown[]) {
          yield* iterate(...parameters);
          happen();
        },
      });
    },
  } as unknown as Partial<Connection>);
}
