import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { folderWithStores } from '../../../test/builders/folder-with-stores.ts';
import { openSqliteAdDeliveryStore } from '../src/sqlite/ad-delivery-store.ts';
import { DayCompactor } from '../src/sqlite/compaction/day-compactor.ts';
import { RowArchiving } from '../src/sqlite/compaction/row-archiving.ts';
import { openSqliteControlStore } from '../src/sqlite/control-store.ts';
import { openSqliteDeliveryStore } from '../src/sqlite/delivery-store.ts';
import { PersonErasure } from '../src/sqlite/erasure/person-erasure.ts';
import { openSqliteIngestLedger } from '../src/sqlite/ingest-ledger.ts';
import {
  type Connection,
  openForCompacting,
  openForReading,
  openForWriting,
} from '../src/sqlite/open-database.ts';
import { ReportEngine } from '../src/sqlite/report-engine.ts';
import { RowExpiry } from '../src/sqlite/retention/row-expiry.ts';
import { STORE_TABLES } from '../src/sqlite/store-files/refuse-incomplete-store.ts';

/** Opens something of stores in a folder, with the file of events. */
type Open = (folder: string, events: string) => unknown;

const PERSON = { subject: { userId: 'u1' } } as const;

const OPENINGS: Readonly<Record<string, Open>> = {
  'control data': (folder) => openSqliteControlStore({ folder, migrate: true }, () => {}),
  'the ledger of events': (folder) => openSqliteIngestLedger({ folder, migrate: true }),
  'deliveries to webhooks': (folder) => openSqliteDeliveryStore({ folder, migrate: true }, { synced: true }),
  'deliveries to ad platforms': (folder) =>
    openSqliteAdDeliveryStore({ folder, migrate: true }, { synced: true }),
  erasures: (_, events) =>
    closing(
      openForWriting(events),
      (db) => new PersonErasure(db, { ...PERSON, key: 'proj_a', project: 1, now: 0 }),
    ),
  reports: (_, events) =>
    closing(openForReading(events), (db) =>
      new ReportEngine(db).answer('firstEvent', ['proj_a', 'at'] as never),
    ),
  compaction: (_, events) => closing(openForCompacting(events), (db) => new DayCompactor(db)),
  archiving: (_, events) =>
    closing(
      openForCompacting(events),
      (db) => new RowArchiving(db, { rest: { afterMs: 0, againMs: 0, passMs: 1 } }),
    ),
  expiry: (_, events) => closing(openForCompacting(events), (db) => new RowExpiry(db, { passMs: 1 })),
};

it.each(Object.entries(OPENINGS))('every statement of %s fits the newest schema', async (_, open) => {
  const folder = folderWithStores();
  const prepared = await preparingAtOnce(async () => {
    const opened = open(folder, join(folder, 'events.db')) as { close?: () => unknown };
    await opened.close?.();
  });
  expect(prepared).toBeGreaterThan(3);
});

it.each(['control', 'events'] as const)(
  'a %s store that lacks a table is refused when it is opened',
  (store) => {
    const folder = folderWithStores();
    const open = () =>
      store === 'control'
        ? OPENINGS['control data']?.(folder, '')
        : OPENINGS['the ledger of events']?.(folder, '');
    const db = new Database(join(folder, `${store}.db`));
    db.pragma('foreign_keys = OFF');
    const tables = db
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .pluck();
    expect(tables.all(), 'all tables of a store').toEqual(STORE_TABLES[store]);
    const last = STORE_TABLES[store].at(-1) as string;
    db.exec(`DROP TABLE ${last}`);
    db.close();
    expect(open).toThrow(`${store}.db is broken: it has no table ${last}. Restore it from a backup.`);
  },
);

/** How many statements were prepared, each when it is made, of connections that are opened meanwhile. */
async function preparingAtOnce(work: () => Promise<void>): Promise<number> {
  const own = Object.getOwnPropertyDescriptor(Database.prototype, 'prepare') as PropertyDescriptor;
  const { prepare } = Database.prototype;
  let prepared = 0;
  Object.defineProperty(Database.prototype, 'prepare', {
    configurable: true,
    get: () => prepare,
    set(this: Database.Database, late: Connection['prepare']) {
      const atOnce = (sql: string) => {
        prepare.call(this, sql);
        prepared += 1;
        return late(sql);
      };
      Object.defineProperty(this, 'prepare', { value: atOnce });
    },
  });
  await work().finally(() => Object.defineProperty(Database.prototype, 'prepare', own));
  return prepared;
}

function closing<Opened>(db: Connection, open: (db: Connection) => Opened): { close(): void } {
  open(db);
  return { close: () => void db.close() };
}
