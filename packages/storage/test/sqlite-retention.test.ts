import { join } from 'node:path';
import type { EventRecord } from '@cvq/storage';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  anEvent,
  aPage,
  aProject,
  conversion,
  DAY,
  HOUR,
  NOON,
  visitor,
} from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { RowArchiving } from '../src/sqlite/compaction/row-archiving.ts';
import { openForCompacting } from '../src/sqlite/open-database.ts';
import { IdentificationExpiry } from '../src/sqlite/retention/identification-expiry.ts';
import { RowExpiry } from '../src/sqlite/retention/row-expiry.ts';
import { integrityProblems } from '../src/sqlite/store-files/integrity.ts';
import { EVER, everyEvent, totalsOf } from './contract/stores.ts';
import { openSqliteEventStores } from './event-stores.ts';
import { everyAnswer } from './every-answer.ts';
import { HISTORIES } from './histories.ts';
import { runAndDie } from './run-and-die.ts';
import { mixedTraffic } from './traffic.ts';

const folder = temporaryFolder();
const store = openSqliteEventStores(folder);
const db = openForCompacting(join(folder, 'events.db'));
db.pragma('synchronous = OFF');
const archiving = new RowArchiving(db, {
  rest: { afterMs: -DAY, againMs: 0, passMs: Number.POSITIVE_INFINITY },
  clock: () => EVER.to,
});
afterAll(async () => {
  db.close();
  await store.close();
});

const LONG_AGO = 200 * DAY;
/** All of the traffic is later, and what is moved into the past is earlier. */
const BEFORE = NOON - 50 * DAY - ((NOON - 50 * DAY) % DAY);

/** A pass of its own, as after a start. */
const expire = (project: string, before = BEFORE) =>
  new RowExpiry(db, { passMs: Number.POSITIVE_INFINITY }).expire(project, before);

/** The same long ago, by the same people, of other sessions and orders, and as other users or as the same. */
function longAgo(event: EventRecord, isOtherUser: boolean): EventRecord {
  const old = (id: string | null) => (id === null ? null : `${id}-old`);
  const { conversion: sale } = event;
  return {
    ...event,
    id: { ms: event.id.ms - LONG_AGO, suffix: `${event.id.suffix}x` },
    at: event.at - LONG_AGO,
    receivedAt: event.receivedAt - LONG_AGO,
    userId: isOtherUser ? old(event.userId) : event.userId,
    sessionId: old(event.sessionId),
    conversion: sale && { ...sale, orderId: old(sale.orderId) },
  };
}

describe('what a project keeps no longer', () => {
  it('is gone as if it had never been, from rows and from archived blocks', async () => {
    await fc.assert(
      fc.asyncProperty(mixedTraffic, fc.boolean(), fc.boolean(), fc.boolean(), async (records, ...how) => {
        const [isArchived, isAsked, isOtherUser] = how;
        const [project, other] = [aProject(), aProject()];
        const recent = (of: string) => records.map((event) => ({ ...event, project: of }));
        await store.ledger.append(recent(project).map((event) => longAgo(event, isOtherUser)));
        await store.ledger.append(recent(project));
        await store.ledger.append(recent(other));
        if (isArchived) archiving.archive(project);
        if (isAsked) await everyAnswer(store.reports, project, { dimensions: [] });
        expect(expire(project).isMore).toBe(false);
        expect(await everyAnswer(store.reports, project)).toEqual(await everyAnswer(store.reports, other));
        const stored = await everyEvent(store, project);
        expect(stored.filter(({ at }) => at < BEFORE)).toEqual([]);
        expect(expire(project)).toEqual({ events: 0, isMore: false });
      }),
      { numRuns: Math.ceil(HISTORIES * 0.03) },
    );
  });

  it('goes by whole visits: one that goes on past the time stays, with all its events', async () => {
    const project = aProject();
    const seen = (at: number, sessionId: string) =>
      anEvent({ project, at, sessionId, visitor: visitor(sessionId), page: aPage('/') });
    const across = [seen(BEFORE - HOUR, 'across'), seen(BEFORE + HOUR, 'across')];
    const over = [seen(BEFORE - 3 * HOUR, 'over'), seen(BEFORE - 2 * HOUR, 'over')];
    await store.ledger.append([...across, ...over]);
    archiving.archive(project);
    expect(expire(project).events).toBe(2);
    const stored = await everyEvent(store, project);
    expect(stored.map(({ sessionId }) => sessionId)).toEqual(['across', 'across']);
  });

  it('stays where a backend has reported in the visit since, and then goes with that', async () => {
    const project = aProject();
    const own = { project, sessionId: 'of-both', visitor: visitor('of-both') };
    await store.ledger.append([
      anEvent({ ...own, at: BEFORE - HOUR, page: aPage('/') }),
      anEvent({
        ...own,
        ...{ at: BEFORE + 5 * DAY, origin: 'server', type: 'purchase' },
        conversion: conversion(100, 'EUR', 'A-1'),
      }),
    ]);
    archiving.archive(project);
    expect(expire(project).events).toBe(0);
    expect(await everyEvent(store, project)).toHaveLength(2);
    expect(expire(project, BEFORE + 10 * DAY).events).toBe(2);
    expect(await everyEvent(store, project)).toEqual([]);
  });

  describe('whom visitors were identified as', () => {
    const seen = (project: string, day: number, who: { by: string; userId?: string | null }) =>
      anEvent({
        ...{ project, at: BEFORE + day * DAY, sessionId: `${who.by}${day}`, visitor: visitor(who.by) },
        ...{ userId: who.userId ?? null, page: aPage('/') },
      });
    const identified = db
      .prepare(
        `SELECT visitors.key AS visitor, strings.value AS user FROM identifications
         JOIN projects ON projects.id = identifications.project
         JOIN visitors ON visitors.id = visitor JOIN strings ON strings.id = user
         WHERE projects.key = ? ORDER BY 1, 2`,
      )
      .raw();
    const visitorsOf = async (project: string) => (await totalsOf(store, project)).visitors;
    /** Ada on two devices long ago, which somebody used since. */
    const adaOnce = async (project: string) => {
      for (const by of ['phone', 'laptop'])
        await store.ledger.append([seen(project, -20, { by, userId: 'ada' }), seen(project, 5, { by })]);
    };

    it.each(['rows', 'blocks'])('is forgotten with the last event that says so, in %s', async (where) => {
      const project = aProject();
      await adaOnce(project);
      if (where === 'blocks') archiving.archive(project);
      expect(await visitorsOf(project)).toBe(1);
      expect(expire(project)).toEqual({ events: 2, isMore: false });
      expect(identified.all(project)).toEqual([]);
      expect(await visitorsOf(project)).toBe(2);
      expect(integrityProblems(db)).toEqual([]);
    });

    it('is forgotten where the events went before this was looked at', async () => {
      const project = aProject();
      await adaOnce(project);
      expire(project);
      db.exec(`INSERT INTO identifications (project, user, visitor, session)
        SELECT projects.id, 1, visitors.id, 0 FROM projects JOIN visitors ON visitors.project = projects.id
        WHERE projects.key = '${project}'`);
      expect(expire(project)).toEqual({ events: 0, isMore: false });
      expect(identified.all(project)).toEqual([]);
    });

    it.each(['rows', 'blocks'])('stays while an event says so, in %s', async (where) => {
      const project = aProject();
      await adaOnce(project);
      await store.ledger.append([seen(project, 6, { by: 'phone', userId: 'ada' })]);
      await store.ledger.append([seen(project, 6, { by: 'tablet', userId: 'bob' })]);
      if (where === 'blocks') archiving.archive(project);
      expire(project);
      expect(identified.all(project)).toEqual([
        ['phone', 'ada'],
        ['tablet', 'bob'],
      ]);
    });

    it('stays where an event of a visit that goes on says so', async () => {
      const project = aProject();
      const own = { project, sessionId: 'across', visitor: visitor('phone') };
      await store.ledger.append([
        anEvent({ ...own, at: BEFORE - HOUR, userId: 'ada' }),
        anEvent({ ...own, at: BEFORE + HOUR }),
      ]);
      expire(project);
      expect(identified.all(project)).toEqual([['phone', 'ada']]);
    });

    it('goes where only a foreign host says so still', async () => {
      const project = aProject();
      await adaOnce(project);
      await store.ledger.append([
        { ...seen(project, 6, { by: 'phone', userId: 'ada' }), exclusion: 'foreign_host' },
      ]);
      expire(project);
      expect(identified.all(project)).toEqual([]);
    });

    it('is known again when the next event says so', async () => {
      const project = aProject();
      await store.ledger.append([seen(project, -20, { by: 'phone', userId: 'ada' })]);
      expire(project);
      await store.ledger.append([seen(project, 7, { by: 'phone', userId: 'ada' })]);
      expect(identified.all(project)).toEqual([['phone', 'ada']]);
    });

    it('stays where an event that is stored while the others are looked at says so', async () => {
      const project = aProject();
      await adaOnce(project);
      const number = db.prepare('SELECT id FROM projects WHERE key = ?').pluck().get(project) as number;
      expect(expire(project).events).toBe(2);
      await adaOnce(project);
      const expiry = new IdentificationExpiry(db, undefined);
      db.exec(`DELETE FROM events WHERE project = ${number} AND user IS NOT NULL`);
      const untold = expiry.untold(number);
      expect(untold).toHaveLength(2);
      await store.ledger.append([seen(project, 8, { by: 'phone', userId: 'ada' })]);
      expect(expiry.applyChanges(number)).toBe(true);
      for (const identification of untold) expiry.forget(number, identification);
      expect(identified.all(project)).toEqual([['phone', 'ada']]);
    });

    it('stays while an erasure gives its user another name', async () => {
      const project = aProject();
      await adaOnce(project);
      db.exec(
        `INSERT INTO renamed_users (project, user, becomes) SELECT id, 1, 2 FROM projects WHERE key = '${project}'`,
      );
      expire(project);
      expect(identified.all(project)).toHaveLength(2);
      db.exec('DELETE FROM renamed_users');
      expire(project);
      expect(identified.all(project)).toEqual([]);
    });
  });

  it('takes its user data along, and its order: the next report of it is a sale', async () => {
    const project = aProject();
    const sale = (at: number) =>
      anEvent({
        ...{ project, at, type: 'purchase', origin: 'server' },
        conversion: conversion(100, 'EUR', 'A-1'),
        sealedUserData: Uint8Array.of(7),
      });
    const targets = [{ integration: `int_of_${project}`, platform: 'google_ads', holdMs: HOUR } as const];
    await store.ledger.append([sale(BEFORE - HOUR)], { forwarding: new Map([[project, targets]]) });
    expire(project);
    const left = (table: string) =>
      db
        .prepare(`SELECT count(*) FROM ${table} WHERE project = (SELECT id FROM projects WHERE key = ?)`)
        .pluck()
        .get(project);
    for (const table of ['user_data', 'ad_owed', 'order_reports', 'order_states', 'events', 'sessions'])
      expect(left(table), table).toBe(0);
    expect(integrityProblems(db)).toEqual([]);
    const [outcome] = await store.ledger.append([sale(BEFORE + HOUR)]);
    expect(outcome).toMatchObject({ status: 'stored' });
    expect(await totalsOf(store, project)).toMatchObject({ conversions: 1 });
  });

  it.each([
    { before: 'server', late: 'server', sales: 0 },
    { before: 'server', late: 'browser', sales: 0 },
    { before: 'browser', late: 'browser', sales: 0 },
    // A backend's report goes before those of browsers.
    { before: 'browser', late: 'server', sales: 1 },
  ] as const)(
    'leaves an order to the others where its sale is gone: $before, and $late later',
    async ({ before, late, sales }) => {
      const project = aProject();
      const report = (origin: 'server' | 'browser', at: number) =>
        anEvent({
          ...{ project, at, type: 'purchase', origin, conversion: conversion(100, 'EUR', 'A-1') },
          ...(origin === 'browser' && { visitor: visitor('ann'), sessionId: `s${at}` }),
        });
      const left = report(before, BEFORE + DAY);
      await store.ledger.append([report(before, BEFORE - DAY)]);
      await store.ledger.append([left]);
      expect(expire(project).events).toBe(1);
      const [outcome] = await store.ledger.append([report(late, BEFORE + 3 * DAY)]);
      expect(outcome).toMatchObject({ status: 'stored' });
      expect(await totalsOf(store, project)).toMatchObject({ events: 2, conversions: sales });
      const removal = await store.ledger.removeConversion(project, left.id, { now: NOON });
      expect(removal).toMatchObject({ status: 'removed' });
      expect(await totalsOf(store, project)).toMatchObject({ events: 0, conversions: 0 });
      expect(integrityProblems(db)).toEqual([]);
    },
  );

  it('leaves an order whose sale is gone to be removed by an import', async () => {
    const project = aProject();
    const report = (at: number) =>
      anEvent({ project, at, type: 'purchase', origin: 'server', conversion: conversion(100, 'EUR', 'A-1') });
    for (const at of [BEFORE - DAY, BEFORE + DAY]) await store.ledger.append([report(at)]);
    expect(expire(project).events).toBe(1);
    const order = { rank: 'server', claimedAt: BEFORE + 2 * DAY, isRemoved: true } as const;
    const removed = { event: report(BEFORE + 2 * DAY), conversion: 'removed', order } as const;
    const { outcomes } = await store.ledger.import([removed]);
    expect(outcomes).toMatchObject([{ status: 'stored' }]);
    expect(await totalsOf(store, project)).toMatchObject({ events: 0, conversions: 0 });
    expect(await everyEvent(store, project)).toHaveLength(2);
  });

  it.each(['server', 'browser'] as const)(
    'comes back by an import of what was exported before, as it was: %s',
    async (origin) => {
      const [project, other] = [aProject(), aProject()];
      const report = (of: string, at: number) =>
        anEvent({
          ...{ project: of, at, receivedAt: at, type: 'purchase', origin, id: { ms: at, suffix: 'same' } },
          conversion: conversion(100, 'EUR', 'A-1'),
          ...(origin === 'browser' && { visitor: visitor('ann'), sessionId: `s${at}` }),
        });
      const times = [BEFORE - 2 * DAY, BEFORE - DAY, BEFORE + DAY];
      for (const of of [project, other]) for (const at of times) await store.ledger.append([report(of, at)]);
      const exported = (await store.log.events(project, null, 10)).events;
      expect(expire(project).events).toBe(2);
      const reports = db
        .prepare(`SELECT count(*) FROM order_reports WHERE project = (SELECT id FROM projects WHERE key = ?)`)
        .pluck();
      expect(reports.get(project), 'the sale, and what is left').toBe(2);
      const { outcomes } = await store.ledger.import(exported);
      expect(outcomes.map(({ status }) => status)).toEqual(['stored', 'stored', 'duplicate']);
      expect(reports.get(project)).toBe(3);
      expect(await totalsOf(store, project)).toMatchObject({ events: 3, conversions: 1 });
      expect(await everyAnswer(store.reports, project)).toEqual(await everyAnswer(store.reports, other));
      expect(integrityProblems(db)).toEqual([]);
    },
  );

  it('is nobody else’s: other projects keep theirs', async () => {
    const [project, other] = [aProject(), aProject()];
    for (const of of [project, other])
      await store.ledger.append([anEvent({ project: of, at: BEFORE - DAY })]);
    expire(project);
    expect(await everyEvent(store, project)).toEqual([]);
    expect(await everyEvent(store, other)).toHaveLength(1);
  });
});

const PROGRAM = `
  const { openForCompacting } = await import('./dist/sqlite/open-database.js');
  const { RowExpiry } = await import('./dist/sqlite/retention/row-expiry.js');
  const db = openForCompacting(given[0] + '/events.db');
  countCommits();
  new RowExpiry(db, { passMs: Number.POSITIVE_INFINITY }).expire('proj_kept', Number(given[1]));
  db.close();`;

it('a deletion that is killed anywhere leaves what is kept as it was, and ends when it is run again', async () => {
  const place = temporaryFolder();
  const kept = openSqliteEventStores(place);
  const aVisit = (index: number, at: number) =>
    anEvent({
      ...{ project: 'proj_kept', at, sessionId: `s-${at}-${index % 300}` },
      ...{ visitor: visitor(`v-${at}-${index % 50}`), page: aPage(`/${index % 9}`) },
    });
  const many = (count: number, at: number) => Array.from({ length: count }, (_, index) => aVisit(index, at));
  await kept.ledger.append(many(200, NOON));
  const expected = await everyAnswer(kept.reports, 'proj_kept');
  await kept.ledger.append(many(4000, NOON - LONG_AGO));
  let kills = 0;
  const isKilledAfter = (commits: number) =>
    runAndDie(PROGRAM, [place, BEFORE], { commits, isWithin: kills % 2 === 0 });
  for (let commits = 0; await isKilledAfter(commits); commits = 2 * commits + 1) {
    const period = { from: NOON - DAY, to: NOON + DAY };
    const { sessions } = await kept.reports.totals({ project: 'proj_kept', bots: 'excluded' }, period);
    expect(sessions).toBe(200);
    kills += 1;
  }
  expect(kills).toBeGreaterThan(3);
  expect(await everyAnswer(kept.reports, 'proj_kept')).toEqual(expected);
  await kept.close();
}, 120_000);
