import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@cvq/contract/constants';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anEvent, NOON } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { type ColumnValues, packColumn, type Slots, unpackColumn } from '../src/sqlite/days/column-set.ts';
import { BodyBroken, decompress } from '../src/sqlite/days/compressed-body.ts';
import type { Day } from '../src/sqlite/days/day.ts';
import { IDENTITY_SLOTS, type StoredDay } from '../src/sqlite/days/day-at-rest.ts';
import { forDay } from '../src/sqlite/days/day-rows.ts';
import { DayStore } from '../src/sqlite/days/day-store.ts';
import {
  type DayEvent,
  EVENT_SET,
  rowColumns,
  SALE_SLOTS,
  selectOf,
} from '../src/sqlite/days/event-columns.ts';
import { type ChangedEvent, OpenDay } from '../src/sqlite/days/open-day.ts';
import { inOrderOfIdentities, type PackedDay, packDay } from '../src/sqlite/days/pack-day.ts';
import { type DaySession, SESSION_SET } from '../src/sqlite/days/session-columns.ts';
import { StoredDays } from '../src/sqlite/days/stored-days.ts';
import { EVENT_COLUMNS, type EventTable, type NewEvent } from '../src/sqlite/event-table.ts';
import { EventInsert } from '../src/sqlite/ingest/event-insert.ts';
import { migrate } from '../src/sqlite/migrate.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import { openForWriting, openInMemory } from '../src/sqlite/open-database.ts';
import { EventFields } from '../src/sqlite/reports/stored/event-fields.ts';
import { tries } from './histories.ts';

const folder = temporaryFolder();
const START = NOON - (NOON % DAY_MS);

type Golden = {
  readonly events: readonly ChangedEvent[];
  readonly sessions: readonly Omit<DaySession, 'isOfDay'>[];
  /** By slot, and by the name of a property, what was stored, in base64. */
  readonly columns: Readonly<Record<string, string>>;
  readonly properties: Readonly<Record<string, string>>;
  readonly counts: PackedDay['counts'];
};
/** Rows of a day, and what they were stored as when the format was released. */
const golden = JSON.parse(readFileSync(join(import.meta.dirname, 'golden', 'day.json'), 'utf8')) as Golden;

function openDay({ events, sessions }: Pick<Golden, 'events' | 'sessions'>): OpenDay {
  const start = (events[0]?.at ?? START) - ((events[0]?.at ?? START) % DAY_MS);
  const day = new OpenDay(start, () => events);
  for (const session of sessions) day.putSession(forDay(session, start));
  day.putEvents(events);
  return day;
}

const db = openInMemory();
migrate(db, { store: 'events', migrations: eventMigrations }, true);
let projects = 0;

/** The day as it is read from the store, where it is the only one of a project. */
function storedDay(packed: PackedDay, start: number): Day {
  const store = new DayStore(db);
  projects += 1;
  const id = store.claim(projects, start) as number;
  expect(store.store(id, { ...packed, rollups: [] })).toBe(true);
  const stored = db
    .prepare('SELECT id, start, events, sales, sessions, identities FROM days WHERE id = ?')
    .get(id) as StoredDay;
  return new StoredDays(db).of(stored);
}

function goldenDay(): PackedDay {
  const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
  return {
    counts: golden.counts,
    columns: Object.entries(golden.columns).map(([slot, body]) => [Number(slot), bytes(body)] as const),
    properties: Object.entries(golden.properties).map(([name, body]) => [name, bytes(body)] as const),
    others: [],
  };
}

const NAMES = {
  events: Object.keys(EVENT_SET),
  sales: Object.keys(SALE_SLOTS),
  sessions: Object.keys(SESSION_SET),
};

const listOf = (values: ColumnValues) =>
  Array.from({ length: values.length }, (_, place) => values.at(place) as number);

/** What a day says: its events with who did them, its sales, its sessions, and what a property is. */
function said(day: Day) {
  const listed = (columns: object, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, listOf(columns[name as never])]));
  const { identity, ...events } = listed(day.events, NAMES.events);
  const who = identity?.map((place) =>
    place === 0 ? null : [day.identities.visitor[place - 1], day.identities.user[place - 1]],
  );
  // Of events that are part of a session, that of the session is asked.
  const client = events.client?.map((of, index) => (events.session?.[index] === 0 ? of : null));
  const valuesOf = (name: string) => {
    const { event, value, values } = day.property(name) ?? { event: [], value: [], values: { at: String } };
    return Array.from(event, (index, place) => [index, values.at(value[place] as number)]);
  };
  return {
    start: day.start,
    events: { ...events, client, who },
    sales: listed(day.sales, NAMES.sales),
    sessions: listed(day.sessions, NAMES.sessions),
    properties: Object.fromEntries([...day.propertyNames()].toSorted().map((name) => [name, valuesOf(name)])),
  };
}

const small = fc.integer({ min: 0, max: 5 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const anyEvent = fc.record({
  ms: fc.integer({ min: START - 2, max: START + DAY_MS }),
  suffix: fc.string({ unit: fc.constantFrom('a', 'b', 'Z', '0'), minLength: 1, maxLength: 4 }),
  at: fc.integer({ min: START, max: START + DAY_MS - 1 }),
  origin: fc.constantFrom(0, 1, 2),
  type: fc.integer({ min: 1, max: 70_000 }),
  session: maybe(fc.integer({ min: 1, max: 4 })),
  visitor: maybe(fc.integer({ min: 1, max: 2 ** 32 - 1 })),
  user: maybe(small),
  page: maybe(small),
  client: fc.integer({ min: 1, max: 300 }),
  touch: maybe(small),
  conversion: fc.constantFrom(0, 1, 2, 3),
  amount: maybe(fc.integer({ min: -1_000_000, max: 1_000_000 })),
  currency: maybe(small),
  exclusion: maybe(fc.constantFrom(0, 1)),
  bot: fc.constantFrom(0, 1, 2),
  bot_verdict: maybe(small),
  properties: maybe(fc.constantFrom('{"plan":"pro"}', '{"plan":"","n":[1]}', '{"plan":true}')),
}) as unknown as fc.Arbitrary<ChangedEvent>;
const anySession = (id: number) =>
  fc.record({
    id: fc.constant(id),
    visitor: maybe(small),
    user: maybe(small),
    first_at: maybe(fc.integer({ min: START - DAY_MS, max: START + DAY_MS })),
    last_at: maybe(fc.integer({ min: START, max: START + 50 * DAY_MS })),
    pageviews: small,
    events: small,
    conversions: small,
    client: maybe(small),
    touch: maybe(small),
    is_touch: fc.constantFrom(0, 1),
    entry_page: maybe(small),
    exit_page: maybe(small),
    bot: fc.constantFrom(0, 1, 2),
    bot_verdict: maybe(small),
  }) as unknown as fc.Arbitrary<Omit<DaySession, 'isOfDay'>>;
const anyDay = fc.record({
  events: fc.uniqueArray(anyEvent, { selector: ({ ms, suffix }) => `${ms} ${suffix}`, maxLength: 40 }),
  sessions: fc.tuple(...[1, 2, 3, 4].map(anySession)),
});

describe('a stored day', () => {
  it('says what the open day said', () => {
    fc.assert(
      fc.property(anyDay, (rows) => {
        const day = openDay(rows);
        expect(said(storedDay(packDay(inOrderOfIdentities(day)), day.start))).toEqual(said(day));
      }),
    );
  });

  it('has no client of an event whose session has one', () => {
    fc.assert(
      fc.property(anyDay, (rows) => {
        const day = openDay(rows);
        const { client, session } = storedDay(packDay(inOrderOfIdentities(day)), day.start).events;
        for (const [index, place] of session.entries())
          expect(client[index]).toBe(place === 0 ? day.events.client[index] : 0);
      }),
    );
  });

  it('says the same whatever order its events and sessions came in', () => {
    const shuffled = anyDay.chain((rows) =>
      fc.record({
        rows: fc.constant(rows),
        events: fc.shuffledSubarray([...rows.events], { minLength: rows.events.length }),
        cut: fc.nat(rows.events.length),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ rows, events, cut }) => {
        const first = openDay({ sessions: rows.sessions, events: events.slice(0, cut) });
        const start = first.start;
        said(first);
        // Sessions that were a person's are a bot's now and the other way round; then as they are.
        for (const session of rows.sessions)
          first.putSession(forDay({ ...session, bot: 2, visitor: 7, first_at: null }, start));
        // So are properties others than they were.
        first.putEvents(events.map((event) => ({ ...event, properties: '{"plan":"other","extra":1}' })));
        said(first);
        for (const session of rows.sessions) first.putSession(forDay(session, start));
        first.putEvents(events.slice(cut));
        first.putEvents(events.slice(0, cut));
        expect(said(first)).toEqual(said(openDay(rows)));
      }),
    );
  });

  it('is read as it was stored when the format was released', () => {
    const day = openDay(golden);
    expect(said(storedDay(goldenDay(), day.start))).toEqual(said(day));
  });

  it('has each column in the slot that it has always had', () => {
    const slots = (set: Slots) =>
      Object.fromEntries(Object.entries(set).map(([name, { slot, as }]) => [name, `${slot} ${as}`]));
    expect(slots(EVENT_SET)).toEqual({
      ...{ time: '0 u32', type: '1 u32', identity: '2 u32', session: '3 u32', page: '4 u32' },
      client: '5 u32',
      ...{ touch: '6 u32', botLevel: '7 u8', flags: '8 u8', classification: '9 u32' },
    });
    expect(slots(SALE_SLOTS)).toEqual({
      ...{ event: '20 u32', ms: '21 f64', suffix: '22 text', amount: '23 f64', currency: '24 u32' },
    });
    expect(slots(SESSION_SET)).toEqual({
      ...{ start: '30 u32', visitor: '31 u32', durationMs: '32 u53', pageviews: '33 u32', events: '34 u32' },
      ...{ conversions: '35 u32', client: '36 u32', touch: '37 u32', isTouch: '38 u8', entryPage: '39 u32' },
      ...{ exitPage: '40 u32', bot: '41 u8', botClassification: '42 u32', id: '43 u32', isOfDay: '44 u8' },
      ...{ user: '45 u32', beganAt: '46 f64' },
    });
    expect(slots(IDENTITY_SLOTS)).toEqual({ visitor: '50 u32', user: '51 u32' });
  });

  it('has nothing in a column that is younger than it', () => {
    expect(listOf(unpackColumn({ as: 'u32', count: 3 }, undefined))).toEqual([0, 0, 0]);
    expect(listOf(unpackColumn({ as: 'text', count: 2 }, undefined))).toEqual(['', '']);
    expect(packColumn('u32', new Uint8Array(3))).toBeNull();
  });

  it('is an error where a byte of it is another, and never another number', () => {
    const bodies = [...goldenDay().columns, ...packDay(inOrderOfIdentities(openDay(golden))).columns];
    fc.assert(
      fc.property(
        fc.constantFrom(...bodies),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (column, at, by) => {
          const [slot, body] = column;
          const broken = body.slice();
          const place = at % broken.byteLength;
          broken[place] = (broken[place] as number) ^ by;
          const as = [...Object.values<Slots[string]>(EVENT_SET), ...Object.values(SALE_SLOTS)]
            .concat(Object.values(SESSION_SET), Object.values(IDENTITY_SLOTS))
            .find((found) => found.slot === slot)?.as;
          const read = (from: Uint8Array) =>
            listOf(unpackColumn({ as: as ?? 'u32', count: 1 }, decompress(from)));
          // Bits of a frame that say nothing of what is in it may change.
          try {
            expect(read(broken)).toEqual(read(body));
          } catch (error) {
            if (!(error instanceof BodyBroken)) throw error;
          }
        },
      ),
      { numRuns: tries(2000) },
    );
  });
});

describe('the table of columns', () => {
  it('takes a new column of events by a migration and one row: written, read back and put into days', () => {
    // The two edits.
    const step = { name: 'shelves', sql: 'ALTER TABLE events ADD COLUMN shelf INTEGER;' };
    const table = {
      ...EVENT_COLUMNS,
      shelf: {
        part: 'view',
        write: ({ event }: NewEvent) => event.properties.shelf as number,
        read: { fact: 'shelf' as never },
        day: { name: 'shelf', slot: 15, as: 'u32' },
      },
    } as const satisfies EventTable;

    const db = openForWriting(join(folder, 'shelves.db'), 'unsynced');
    migrate(db, { store: 'events', migrations: [...eventMigrations, step] }, true);
    const written = new EventInsert(db, table).insert({
      ...{ project: 1, type: 2, session: 3, stitched: 0, visitor: 4, user: null, page: null, client: 5 },
      ...{ touch: null, clickIds: null, conversion: 0, bot: 0, botClassification: null, text: () => null },
      event: anEvent({ at: NOON, properties: { shelf: 7 } }),
    });
    expect(written).toBe(true);

    const fields = new EventFields(table);
    const row = db.prepare(`SELECT ${fields.select} FROM events`).get() as Record<string, unknown>;
    expect(fields.read(row)).toMatchObject({ at: NOON, origin: 'browser', facts: { gpc: false, shelf: 7 } });
    const event = db.prepare(`SELECT ${selectOf(table)} FROM events`).get() as DayEvent;
    expect(rowColumns(table).shelf?.from(event)).toBe(7);
    db.close();
  });
});
