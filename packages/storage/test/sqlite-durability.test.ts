import { basename, join } from 'node:path';
import { openControlStore, openDeliveryStore, openIngestLedger } from '@cvq/storage';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { aClient, anEvent, conversion, visitor } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { openForReading, openForWriting } from '../src/sqlite/open-database.ts';
import { outcomes } from './contract/stores.ts';
import { openSqliteEventStores } from './event-stores.ts';
import { runProgram } from './run-program.ts';

const folder = temporaryFolder();

const FULL = 2;

describe('a connection that writes', () => {
  it('syncs the write-ahead log with every commit', () => {
    const db = openForWriting(join(folder, 'synced.db'));
    expect(db.pragma('synchronous', { simple: true })).toBe(FULL);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    db.close();
  });

  it('syncs in the stores that a collector opens', async () => {
    const place = { folder: join(folder, 'stores'), migrate: true };
    const pragma = vi.spyOn(Database.prototype, 'pragma');
    const stores = [openIngestLedger(place), openControlStore(place), openDeliveryStore(place)];
    const connections = [...new Set(pragma.mock.contexts as Database.Database[])]
      // Counters of requests may be lost.
      .filter(({ open, name }) => open && basename(name) !== 'usage.db');
    expect(connections.map(({ name }) => basename(name))).toEqual(['events.db', 'control.db', 'events.db']);
    for (const db of connections) expect(db.pragma('synchronous', { simple: true })).toBe(FULL);
    for (const store of stores) await store.close();
  });

  it('syncs also in a file that another program left in another journal mode', () => {
    const file = join(folder, 'left.db');
    const other = new Database(file);
    other.pragma('journal_mode = DELETE');
    other.exec('CREATE TABLE t (a)');
    other.close();
    const db = openForWriting(file);
    expect(db.pragma('synchronous', { simple: true })).toBe(FULL);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    db.close();
  });

  it('keeps its foreign keys', () => {
    const db = openForWriting(join(folder, 'keys.db'));
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    db.close();
  });
});

describe('a connection that reads', () => {
  it('cannot write', () => {
    const file = join(folder, 'read.db');
    const writing = openForWriting(file);
    writing.exec('CREATE TABLE t (a)');
    const reading = openForReading(file);
    expect(() => reading.exec('INSERT INTO t VALUES (1)')).toThrow('readonly');
    expect(() => reading.exec('CREATE TABLE u (a)')).toThrow('readonly');
    reading.close();
    writing.close();
  });

  it('makes no file where there is none', () => {
    expect(() => openForReading(join(folder, 'absent.db'))).toThrow('unable to open');
  });
});

describe('an append that the database refuses half way', () => {
  /** Triggers that another connection plants: SQLite then fails as it would on a full disk. */
  it.each([
    ['at an event', "CREATE TRIGGER full BEFORE INSERT ON events WHEN new.suffix = 'last'"],
    ['at a session', 'CREATE TRIGGER full BEFORE INSERT ON sessions'],
    ['at a new text', "CREATE TRIGGER full BEFORE INSERT ON strings WHEN new.value = 'Thank you'"],
  ])('leaves nothing behind, in the file or in memory: %s', async (where, trigger) => {
    const place = join(folder, `refused ${where}`);
    const store = openSqliteEventStores(place);
    const seen = {
      project: 'proj_shop',
      sessionId: 's',
      visitor: visitor('ann'),
      client: aClient({ userAgent: 'Browser/1' }),
    };
    const events = [
      anEvent({ ...seen, title: 'Landing' }),
      anEvent({ ...seen, title: 'Thank you', conversion: conversion(100), id: { ms: 2e12, suffix: 'last' } }),
    ];
    const other = new Database(join(place, 'events.db'));
    other.exec(`${trigger} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
    await expect(store.ledger.append(events)).rejects.toThrow('database or disk is full');
    for (const table of ['events', 'sessions', 'strings', 'visitors', 'projects']) {
      expect(other.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0);
    }

    other.exec('DROP TRIGGER full');
    expect(await outcomes(store, events)).toEqual(['stored', 'stored']);
    const stored = (await store.log.events('proj_shop', null, 10)).events;
    expect(stored.map(({ event }) => event)).toEqual(events);
    expect(other.prepare('SELECT events, conversions FROM sessions').all()).toEqual([
      { events: 2, conversions: 1 },
    ]);
    other.close();
    await store.close();
  });
});

it('a commit is there for another process as soon as it is confirmed', async () => {
  const place = join(folder, 'confirmed');
  const store = openSqliteEventStores(place);
  const event = anEvent({ project: 'proj_shop', title: 'Thank you' });
  await store.ledger.append([event]);
  const printed = await runProgram(
    `const store = storage.openEventLog({ folder, migrate: false });
    const { events } = await store.events('proj_shop', null, 10);
    console.log(JSON.stringify(events.map(({ event }) => event)));
    await store.close();`,
    place,
  );
  expect(JSON.parse(printed)).toEqual([event]);
  await store.close();
});
