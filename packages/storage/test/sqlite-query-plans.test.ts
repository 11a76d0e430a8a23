import { join } from 'node:path';
import { expect, it } from 'vitest';
import { anEvent, conversion, DAY, NOON, visitor } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { type Connection, openForReading } from '../src/sqlite/open-database.ts';
import { ReportEngine } from '../src/sqlite/report-engine.ts';
import { type ReportName, reports } from '../src/sqlite/report-table.ts';
import { EVER } from './contract/stores.ts';
import { openSqliteEventStores } from './event-stores.ts';

const project = 'proj_a';
const about = { project, bots: 'excluded' } as const;
const slice = { order: 'newest_first', offset: 0, limit: 10 } as const;
const period = { period: EVER, edges: [EVER.from, EVER.to] };
const funnel = { eventTypes: ['pageview', 'purchase'], windowMs: 1000, scope: 'visitor' } as const;
const sale = { ms: NOON, suffix: 'sale' };

const QUESTIONS: { readonly [Name in ReportName]: readonly unknown[] } = {
  totals: [about, EVER],
  series: [about, [EVER.from, EVER.to]],
  breakdown: [about, EVER, 'source'],
  campaigns: [about, EVER],
  overview: [about, { now: period, before: null, panels: [], measure: { by: 'visitors', currency: 'EUR' } }],
  funnel: [about, EVER, funnel],
  funnelValues: [about, EVER, { funnel, dimension: 'page', limit: 5 }],
  conversions: [about, EVER, slice],
  events: [about, EVER, slice],
  properties: [about, EVER, { names: 5, values: 5 }],
  conversion: [project, sale],
  journey: [project, sale],
  adDeliveries: [project, [{ id: sale, counts: true }]],
  adDeliveryCounts: [about, EVER],
  conversionDeliveries: [{ project, conversion: { id: sale, counts: true }, now: NOON }],
  bots: [about, EVER, {}],
  botTraffic: [about, { edges: [EVER.from, EVER.to], only: {}, pages: 5 }],
  activity: [project, { since: NOON, now: NOON }],
  firstEvent: [project, 'at'],
  userAgents: [{ project, since: NOON, limit: 5 }],
  isAllCompacted: [project, { archiveHours: 0, now: NOON + 3 * DAY }],
  projects: [],
};

/** Tables that have a row for each event, session, person or commit, or for so many of them. */
const LONG =
  'events sessions visitors identifications changes blocks archived_sessions user_data ad_deliveries ad_owed';

type Pair = [Connection, Connection];

/** Whether a statement gives the name of a table to something else. */
const isOwnName = (sql: string, table: string) =>
  new RegExp(`(\\)|AS) ${table}\\b|\\b${table} AS \\(`).test(sql);

it('no question looks at all rows of a long table, nor at all sessions of a period for those of one user', async () => {
  const folder = temporaryFolder();
  const store = openSqliteEventStores(folder);
  const own = { project, visitor: visitor('v1'), userId: 'u1', sessionId: 's1' };
  await store.ledger.append([
    anEvent({ ...own, at: NOON - 1 }),
    anEvent({ ...own, ...sale, at: NOON, type: 'purchase', conversion: conversion(100) }),
  ]);
  const [reading, explaining] = [1, 2].map(() => openForReading(join(folder, 'events.db'))) as Pair;
  const prepared = recorded(reading);
  const engine = new ReportEngine(reading);
  for (const name of Object.keys(reports) as ReportName[]) engine.answer(name, QUESTIONS[name]);
  const faults = [...prepared].flatMap((sql) =>
    planOf(explaining, sql).filter((step) =>
      LONG.split(' ').some((table) => step.startsWith(`SCAN ${table}`) && !isOwnName(sql, table)),
    ),
  );
  expect(faults).toEqual([]);
  const ofUser = [...prepared].filter((sql) => /FROM sessions\b.*\buser = :user/s.test(sql));
  expect(ofUser.length).toBeGreaterThan(0);
  for (const sql of ofUser)
    expect(planOf(explaining, sql)).toContainEqual(
      expect.stringContaining('sessions USING INDEX sessions_by_user'),
    );
  reading.close();
  explaining.close();
  await store.close();
});

/** What is prepared from now on. */
function recorded(db: Connection): ReadonlySet<string> {
  const found = new Set<string>();
  const prepare = db.prepare.bind(db);
  db.prepare = ((sql: string) => {
    found.add(sql.replaceAll(/\s+/g, ' '));
    return prepare(sql);
  }) as typeof db.prepare;
  return found;
}

function planOf(db: Connection, sql: string): string[] {
  const named = [...sql.matchAll(/:([a-z]\w*)/gi)].map(([, name]) => [name, null] as const);
  const unnamed = Array.from(sql.matchAll(/\?/g), () => null);
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...unnamed, Object.fromEntries(named));
  return (plan as { detail: string }[]).map(({ detail }) => detail);
}
