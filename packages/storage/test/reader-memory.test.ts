import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  anEvent,
  aTouch,
  conversion,
  DAY,
  HOUR,
  NOON,
  visitor,
} from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { untilFileEnds } from '../../../test/builders/until-file-ends.ts';
import { inTurn, WHOLE } from '../../../test/builders/whole.ts';
// Of the build, as the thread of a reader is, which starts from a compiled script.
import { openReader } from '../dist/sqlite/readers/reader.js';
import type { EventRecord, Origin } from '../src/event-record.ts';
import type { StoredJourney } from '../src/reports.ts';
import { DayCompactor } from '../src/sqlite/compaction/day-compactor.ts';
import { EventWriter } from '../src/sqlite/ingest/event-writer.ts';
import { migrate } from '../src/sqlite/migrate.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import {
  type Connection,
  openForCompacting,
  openForReading,
  openForWriting,
} from '../src/sqlite/open-database.ts';
import { ReportEngine } from '../src/sqlite/report-engine.ts';
import type { ReportName } from '../src/sqlite/report-table.ts';
import { ask, EVER } from './contract/stores.ts';

/** What a thread takes before it has read anything, and a little for each question. */
const HEAP_MEGABYTES = 24;
const MEMORY_BYTES = 32 * 2 ** 20;
const VISITS = 100;
const COPIES = WHOLE ? 1200 : 510;

const project = 'proj_shop';
const question = ask(project);
const period = { from: NOON, to: NOON + HOUR };
const funnel = { eventTypes: ['pageview', 'purchase'], windowMs: HOUR, scope: 'visitor' } as const;

const QUESTIONS: readonly (readonly [name: ReportName, ...asked: unknown[]])[] = [
  ['totals', question, period],
  ['series', question, [period.from, period.from + HOUR / 2, period.to]],
  ['breakdown', question, period, 'source'],
  ['breakdown', question, period, 'page'],
  ['breakdown', question, period, 'property:plan'],
  ['breakdown', question, period, 'property:own'],
  ['breakdown', question, period, 'campaign'],
  ['funnel', question, period, funnel],
  ['conversions', question, period, { limit: 5, offset: 0 }],
  ['properties', question, period, { names: 5, values: 5 }],
];

function makeStore(): { readonly file: string; readonly db: Connection } {
  const file = join(temporaryFolder(), 'events.db');
  const db = openForWriting(file, 'unsynced');
  migrate(db, { store: 'events', migrations: eventMigrations }, true);
  return { file, db };
}

/** A thread with little memory. */
function aReader(file: string) {
  const reader = openReader(file, { memoryBytes: MEMORY_BYTES, heapMegabytes: HEAP_MEGABYTES });
  untilFileEnds(() => reader.close());
  return reader;
}

/**
 * Stores visits of two events each, then so many copies of all that, an instant later each. Each sale has a
 * property of its own, and each session of a browser a campaign.
 */
function storeOpenDay(db: Connection, origin: Origin): void {
  const writer = new EventWriter(db);
  const visits = Array.from({ length: VISITS }, (_, visit) => {
    const at = NOON + visit * 10_000;
    const own = {
      project,
      origin,
      visitor: visitor(`v${visit}`),
      sessionId: `s${visit}`,
      touch: aTouch({ source: 'x.example' }),
    };
    const properties = { plan: ['free', 'pro'][visit % 2], words: `of visit ${visit}, at some length` };
    return [
      anEvent({ ...own, at, properties }),
      anEvent({ ...own, at: at + 1, type: 'purchase', properties, conversion: conversion(100) }),
    ];
  });
  writer.append(visits.flat());
  const others = (table: string, but: readonly string[]) =>
    (db.pragma(`table_info(${table})`) as { name: string }[])
      .flatMap(({ name }) => (but.includes(name) ? [] : [name]))
      .join(', ');
  const ofSessions = others('sessions', ['id', 'key', 'first_at']);
  const ofEvents = others('events', ['ms', 'suffix', 'at', 'session', 'properties']);
  const copies = `WITH RECURSIVE copies (copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < ${COPIES})`;
  db.exec(`
    INSERT INTO sessions (id, key, first_at, ${ofSessions})
    ${copies} SELECT id + copy * 1000, key || ' ' || copy, first_at + copy, ${ofSessions} FROM copies, sessions WHERE id <= ${VISITS};
    INSERT INTO events (ms, suffix, at, session, properties, ${ofEvents})
    ${copies} SELECT
      ms + copy, suffix || copy, at + copy, session + copy * 1000,
      CASE conversion WHEN 0 THEN properties ELSE json_set(properties, '$.own', session || ' of copy ' || copy) END, ${ofEvents}
    FROM copies, (SELECT * FROM events) ORDER BY ms, copy`);
  const ofTouches = others('touches', ['id', 'campaign']);
  db.exec(`
    INSERT INTO strings (id, value) SELECT id + 1000000, 'campaign ' || id FROM sessions;
    INSERT INTO touches (id, campaign, ${ofTouches})
    SELECT session + 1000000, session + 1000000, ${ofTouches}
    FROM (SELECT * FROM touches), (SELECT id AS session FROM sessions WHERE touch IS NOT NULL);
    UPDATE sessions SET touch = id + 1000000 WHERE touch IS NOT NULL`);
}

it.each(inTurn(['browser', 'server'] as const, 0, 2))(
  'a reader answers of an open day with many more events of a %s than its heap would hold',
  async (origin) => {
    const { file, db } = makeStore();
    storeOpenDay(db, origin);
    const reader = openReader(file, { memoryBytes: MEMORY_BYTES, heapMegabytes: HEAP_MEGABYTES });
    const engine = new ReportEngine(openForReading(file));
    untilFileEnds(() => reader.close());
    for (const [name, ...asked] of inTurn(QUESTIONS, 1, 2)) {
      const { answer } = await reader.answer(name, asked);
      expect(answer, name).toEqual(engine.answer(name, asked));
    }
    const { answer } = await reader.answer('totals', [question, period]);
    expect(answer).toMatchObject({ events: 2 * VISITS * (COPIES + 1) });
    if (origin === 'browser')
      await expect(reader.answer('campaigns', [question, period])).rejects.toThrow(
        /more than 50000 campaigns/,
      );
  },
  120_000,
);

it('a reader answers of more properties of a day, open or stored, than its heap would hold', async () => {
  const { file, db } = makeStore();
  const NAMES = 2500;
  const events = Array.from({ length: 15 }, (_, event) => {
    const own = Array.from({ length: NAMES }, (_, name) => [`item ${event * NAMES + name}`, name]);
    return anEvent({ project, at: NOON + event, properties: { plan: 'pro', ...Object.fromEntries(own) } });
  });
  // A day is at rest once there is an event after it.
  new EventWriter(db).append([...events, anEvent({ project, at: NOON + 2 * DAY })]);
  const reader = aReader(file);
  const filters = [
    { dimension: `property:item ${15 * NAMES - 1}`, operator: 'is', values: [`${NAMES - 1}`] },
  ];
  const told = async () => [
    (await reader.answer('properties', [question, period, { names: 1, values: 1 }])).answer,
    (await reader.answer('totals', [{ ...question, filters }, period])).answer,
  ];
  const plan = { name: 'plan', events: 15, values: [{ value: 'pro', events: 15 }] };
  const expected = [{ total: 15 * NAMES + 1, properties: [plan] }, { events: 1 }];
  expect(await told()).toMatchObject(expected);
  const compacting = openForCompacting(file);
  const rest = { afterMs: 0, againMs: 0 };
  const compactor = new DayCompactor(compacting, { rest, clock: () => EVER.to });
  expect(compactor.compact(project).days).toBe(1);
  expect(await told()).toMatchObject(expected);
}, 120_000);

/** So many events whose properties are more together than the heap of a reader. */
const LARGE = 60;

function storeLarge(
  writer: EventWriter,
  own: Partial<EventRecord>,
  atOf = (event: number) => NOON + event,
): void {
  const properties = { plan: 'pro', ['n'.repeat(100_000)]: 1, note: 'x'.repeat(600_000) };
  for (let event = 0; event < LARGE; event += 1)
    writer.append([anEvent({ ...own, project, at: atOf(event), properties })]);
}

/** What is told of each. */
const SHORT = { plan: 'pro', note: 'x'.repeat(200) };

it('a reader reads and lists more events than its heap would hold with all of their properties', async () => {
  const { file, db } = makeStore();
  const writer = new EventWriter(db);
  const reader = aReader(file);
  // It has the day in memory, and adds what comes.
  writer.append([anEvent({ project, at: NOON - 1 })]);
  await reader.answer('totals', [question, { from: 0, to: period.to }]);
  storeLarge(writer, {});
  const totals = await reader.answer('totals', [question, period]);
  expect(totals.answer).toMatchObject({ events: LARGE });
  const { answer } = await reader.answer('events', [question, period, { limit: 200 }]);
  expect(answer).toHaveLength(LARGE);
  expect((answer as unknown[])[0]).toMatchObject({ event: { properties: SHORT }, hasAllProperties: false });
}, 120_000);

it('a reader lists more events of one instant than its heap would hold with all of their properties', async () => {
  const { file, db } = makeStore();
  const writer = new EventWriter(db);
  storeLarge(writer, {}, () => NOON);
  const reader = aReader(file);
  const { answer } = await reader.answer('events', [question, period, { limit: 200 }]);
  expect(answer).toHaveLength(LARGE);
}, 120_000);

it('a reader tells a journey whose visit has more properties than its heap would hold', async () => {
  const { file, db } = makeStore();
  const writer = new EventWriter(db);
  const own = { visitor: visitor('v'), sessionId: 's' };
  storeLarge(writer, own);
  const sale = anEvent({ ...own, project, at: NOON + LARGE, type: 'purchase', conversion: conversion(100) });
  writer.append([sale]);
  const reader = aReader(file);
  const { answer } = await reader.answer('journey', [project, sale.id]);
  const [visit] = (answer as StoredJourney).visits;
  expect(visit?.eventCount).toBe(LARGE + 1);
  expect(visit?.events[0]).toMatchObject({ properties: SHORT });
}, 120_000);
