import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  anEvent,
  aTouch,
  conversion,
  DAY,
  MINUTE,
  NOON,
  visitor,
} from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { RowArchiving } from '../src/sqlite/compaction/row-archiving.ts';
import { EventWriter } from '../src/sqlite/ingest/event-writer.ts';
import { migrate } from '../src/sqlite/migrate.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import { openForCompacting, openForWriting } from '../src/sqlite/open-database.ts';
import { BEFORE_CAMPAIGN_IDS } from './before-campaign-ids.ts';
import { ask, EVER, everyEvent } from './contract/stores.ts';
import { openSqliteEventStores } from './event-stores.ts';

const project = 'proj_shop';
const SALE = {
  source: 'google',
  medium: 'cpc',
  channel: 'Paid Search',
  campaign: 'sale',
  adPlatform: 'google',
};
const AT_IDS = eventMigrations.findIndex(({ name }) => name === 'ids of campaigns');

const visit = (name: string, at: number, campaignId: string | null) =>
  anEvent({
    ...{ project, at, sessionId: name, visitor: visitor(name), conversion: conversion(100) },
    touch: aTouch({ ...SALE, campaignId }),
  });

it('an older store has no id of any touch, archived or not, and tells those of links from then on', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'events.db');
  const db = openForWriting(file);
  migrate(db, { store: 'events', migrations: eventMigrations }, true);
  const [archived, kept] = [visit('ann', NOON, null), visit('bob', NOON + 3 * DAY, null)];
  const writer = new EventWriter(db);
  writer.append([archived]);
  const archiving = openForCompacting(file);
  const rest = { afterMs: 0, againMs: 0, passMs: Number.POSITIVE_INFINITY };
  writer.append([kept]);
  expect(
    new RowArchiving(archiving, { rest, clock: () => NOON + 3 * DAY }).archive(project).rows,
  ).toBeGreaterThan(0);
  archiving.close();
  db.exec(`${BEFORE_CAMPAIGN_IDS} PRAGMA user_version = ${AT_IDS};`);
  db.close();

  const store = openSqliteEventStores(folder);
  expect(await everyEvent(store, project)).toEqual([archived, kept]);
  const later = [
    visit('cat', NOON + 3 * DAY + MINUTE, '42'),
    visit('dan', NOON + 3 * DAY + MINUTE + 1, null),
  ];
  await store.ledger.append(later);
  expect(await everyEvent(store, project)).toEqual([archived, kept, ...later]);
  const groups = await store.reports.campaigns(ask(project), EVER);
  expect(groups.toSorted((one, other) => other.sessions - one.sessions)).toMatchObject([
    { ...SALE, campaignId: null, sessions: 3, conversions: 3 },
    { ...SALE, campaignId: '42', sessions: 1, conversions: 1 },
  ]);
  const { rows } = await store.reports.breakdown(ask(project), EVER, 'campaign');
  expect(rows).toMatchObject([{ value: 'sale', sessions: 4, conversions: 4 }]);
  expect((await store.log.check()).problems).toEqual([]);
  await store.close();
});

it('a touch without an id is none whose id is an empty text', async () => {
  const store = openSqliteEventStores(temporaryFolder());
  const events = [visit('ann', NOON, null), visit('bob', NOON + 1, ''), visit('cat', NOON + 2, null)];
  await store.ledger.append(events);
  expect(await everyEvent(store, project)).toEqual(events);
  await store.close();
});
