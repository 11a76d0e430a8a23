import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEvent, NOON } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { EVENT_COLUMNS, type EventTable, type NewEvent } from '../src/sqlite/event-table.ts';
import { EventInsert } from '../src/sqlite/ingest/event-insert.ts';
import { migrate } from '../src/sqlite/migrate.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import { openForWriting } from '../src/sqlite/open-database.ts';
import { EventFields } from '../src/sqlite/reports/event-fields.ts';
import { EVENTS, EventFormat, type SegmentRow } from '../src/sqlite/segments/event-columns.ts';
import {
  packProperties,
  toPropertyColumns,
  unpackProperties,
} from '../src/sqlite/segments/property-columns.ts';
import { SESSIONS, SessionFormat, type SessionRow } from '../src/sqlite/segments/session-columns.ts';
import { SESSION_COLUMNS, type SessionTable } from '../src/sqlite/session-table.ts';

const folder = temporaryFolder();

type Golden<Row> = { readonly rows: readonly Row[]; readonly columns: string };
/** Rows, and the bytes that they were packed into when columns were known by their positions. */
const golden = JSON.parse(readFileSync(join(import.meta.dirname, 'golden', 'segments.json'), 'utf8')) as {
  events: Golden<SegmentRow> & { properties: string };
  sessions: Golden<SessionRow>;
};

/** In memory of its own: bytes out of a pool may lie where no column of floats can. */
const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

/** The table with the places of two of its columns exchanged. */
function exchanged<Table extends EventTable | SessionTable>(table: Table, one: string, other: string): Table {
  const [first, second] = [table[one]?.segment, table[other]?.segment];
  const swap = (column: Table[string], place: object | undefined, by: object | undefined) => ({
    ...column,
    segment: { ...place, slot: (by as { slot: number }).slot },
  });
  return {
    ...table,
    [one]: swap(table[one] as Table[string], first, second),
    [other]: swap(table[other] as Table[string], second, first),
  };
}

const reversed = <Table extends object>(table: Table) =>
  Object.fromEntries(Object.entries(table).reverse()) as Table;

describe('the tables of columns', () => {
  it('pack events and sessions into the bytes that they have always been', () => {
    const { events, sessions } = golden;
    expect(EVENTS.pack(EVENTS.toColumns(events.rows))).toEqual(bytes(events.columns));
    expect(SESSIONS.pack(SESSIONS.toColumns(sessions.rows))).toEqual(bytes(sessions.columns));
    const properties = toPropertyColumns(events.rows.map((row) => row.properties));
    expect(packProperties(properties)).toEqual(bytes(events.properties));
  });

  it('read what was packed before there were tables', () => {
    const { events, sessions } = golden;
    expect(EVENTS.unpack(bytes(events.columns))).toEqual(EVENTS.toColumns(events.rows));
    expect(SESSIONS.unpack(bytes(sessions.columns))).toEqual(SESSIONS.toColumns(sessions.rows));
    expect(unpackProperties(bytes(events.properties)).get('plan')?.values).toEqual(['pro', 'free']);
  });

  it('know no column by its position: rows of the tables may stand in any order', () => {
    const events = new EventFormat(reversed(EVENT_COLUMNS));
    const sessions = new SessionFormat(reversed(SESSION_COLUMNS));
    expect(events.pack(events.toColumns(golden.events.rows))).toEqual(bytes(golden.events.columns));
    expect(sessions.pack(sessions.toColumns(golden.sessions.rows))).toEqual(bytes(golden.sessions.columns));
  });

  it.each([
    ['type', 'page'],
    ['client', 'touch'],
    ['visitor', 'bot_verdict'],
  ])('are noticed to be permuted where %s and %s of events have changed places', (one, other) => {
    const permuted = new EventFormat(exchanged(EVENT_COLUMNS as EventTable, one, other));
    expect(permuted.pack(permuted.toColumns(golden.events.rows))).not.toEqual(bytes(golden.events.columns));
    expect(permuted.unpack(bytes(golden.events.columns))).not.toEqual(EVENTS.toColumns(golden.events.rows));
  });

  it.each([
    ['client', 'touch'],
    ['entry_page', 'exit_page'],
    ['bot', 'is_touch'],
  ])('are noticed to be permuted where %s and %s of sessions have changed places', (one, other) => {
    const permuted = new SessionFormat(exchanged(SESSION_COLUMNS as SessionTable, one, other));
    expect(permuted.pack(permuted.toColumns(golden.sessions.rows))).not.toEqual(
      bytes(golden.sessions.columns),
    );
  });

  it.each([2, 8, 9, 14])('refuse a column whose slot %i another one has', (slot) => {
    const table = {
      ...EVENT_COLUMNS,
      origin: { ...EVENT_COLUMNS.origin, segment: { name: 'source', slot, as: 'u32' } },
    } as EventTable;
    const format = new EventFormat(table);
    const columns = format.toColumns(golden.events.rows);
    expect(() => format.pack(columns)).toThrow(`Slot ${slot} has two columns`);
  });

  it('take a new column of events by a migration and one row: written, read back, packed and unpacked', () => {
    // The two edits.
    const step = { name: 'shelves', sql: 'ALTER TABLE events ADD COLUMN shelf INTEGER;' };
    const table = {
      ...EVENT_COLUMNS,
      shelf: {
        part: 'view',
        write: ({ event }: NewEvent) => event.properties.shelf as number,
        read: { fact: 'shelf' as never },
        segment: { name: 'shelf', slot: 16, as: 'u32' },
      },
    } as const satisfies EventTable;

    const db = openForWriting(join(folder, 'shelves.db'), 'unsynced');
    migrate(db, { store: 'events', migrations: [...eventMigrations, step] }, true);
    const written = new EventInsert(db, table).insert({
      ...{ project: 1, type: 2, session: 3, stitched: 0, visitor: 4, user: null, page: null, client: 5 },
      ...{ touch: null, clickIds: null, conversion: 0, bot: 0, botVerdict: null, text: () => null },
      event: anEvent({ at: NOON, properties: { shelf: 7 } }),
    });
    expect(written).toBe(true);

    const fields = new EventFields(table);
    const row = db.prepare(`SELECT ${fields.select} FROM events`).get() as Record<string, unknown>;
    expect(fields.read(row)).toMatchObject({ at: NOON, origin: 'browser', facts: { gpc: false, shelf: 7 } });

    const format = new EventFormat(table);
    const range = { project: 1, from: 0, until: NOON + 1 };
    const rows = db.prepare(format.rowsSql('NULL')).all(range) as SegmentRow[];
    const packed = format.pack(format.toColumns(rows));
    expect(format.unpack(packed)).toMatchObject({ count: 1, shelf: Uint32Array.of(7) });
    // What was packed before has nothing there, and all else.
    const old = format.unpack(bytes(golden.events.columns));
    expect(old).toMatchObject({ ...EVENTS.toColumns(golden.events.rows), shelf: new Uint32Array(7) });
    db.close();
  });
});
