import { join } from 'node:path';
import { type EventRecord, openDeliveryStore } from '@cvq/storage';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  anEvent,
  aProject,
  aTouch,
  conversion,
  DAY,
  HOUR,
  MINUTE,
  NOON,
  visitor,
} from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { ask, EVER } from './contract/stores.ts';
// Built, since its reports run in a thread of their own, which starts from a compiled script.
import { openSqliteEventStores } from './event-stores.ts';
import { tries } from './histories.ts';
import { mixedTraffic } from './traffic.ts';

const folder = join(temporaryFolder(), 'shared');
const store = openSqliteEventStores(folder);
const queue = openDeliveryStore({ folder, migrate: true });
const SOME = { order: 'oldest_first', offset: 0, limit: 100 } as const;

let endpoints = 0;

/** Stores events in one commit; the sources that webhooks name, by the ids of their events. */
async function announced(project: string, events: readonly EventRecord[]): Promise<Map<string, string>> {
  endpoints += 1;
  const endpoint = `endpoint ${endpoints}`;
  await store.ledger.append(events, { subscriptions: new Map([[project, [{ endpoint, events: ['*'] }]]]) });
  const now = Math.max(NOON, ...events.map(({ receivedAt }) => receivedAt));
  const claims = await queue.claim([{ destination: endpoint, limit: 100 }], { now, until: now + MINUTE });
  return new Map(
    claims.map(({ body }) => {
      const { id, data } = JSON.parse(Buffer.from(body).toString()) as {
        id: string;
        data: { attribution: { source: string } };
      };
      return [id, data.attribution.source];
    }),
  );
}

/** What the list, webhooks and the breakdown credit. */
async function credits(project: string, events: readonly EventRecord[]) {
  const told = await announced(project, events);
  const { conversions } = await store.reports.conversions(ask(project), EVER, SOME);
  const listed = new Map(
    conversions.map(({ event: { id }, attribution }) => [
      `evt_${id.ms}_${id.suffix}`,
      attribution.touch?.source ?? '(direct)',
    ]),
  );
  const { rows } = await store.reports.breakdown(ask(project), EVER, 'source');
  return { told, listed, rows };
}

const counted = (sources: Iterable<string>) =>
  Object.fromEntries(
    [...Map.groupBy(sources, (source) => source)].map(([source, all]) => [source, all.length]),
  );

it('credits every conversion alike in reports, in the list and in webhooks', async () => {
  await fc.assert(
    fc.asyncProperty(mixedTraffic, async (records) => {
      const project = aProject();
      const { told, listed, rows } = await credits(
        project,
        records.map((event) => ({ ...event, project, touch: event.touch ?? aTouch() })),
      );
      for (const [id, source] of listed) expect(told.get(id), id).toBe(source);
      const reported = rows.filter((row) => row.conversions > 0);
      expect(Object.fromEntries(reported.map(({ value, conversions }) => [value, conversions]))).toEqual(
        counted(listed.values()),
      );
    }),
    { numRuns: tries(120) },
  );
});

it('credits a server with the visit of a browser that reports the order, alike wherever it is asked', async () => {
  const project = aProject();
  const ann = { project, visitor: visitor('ann') };
  const order = { type: 'purchase', conversion: conversion(100, 'EUR', 'A-1') };
  const { told, listed, rows } = await credits(project, [
    anEvent({ ...ann, sessionId: 's1', at: NOON - DAY, touch: aTouch({ source: 'letter' }) }),
    anEvent({ ...ann, sessionId: 's2', ...order }),
    anEvent({ project, ...order, origin: 'server', at: NOON + HOUR, id: { ms: NOON, suffix: 'paid' } }),
  ]);
  expect(listed).toEqual(new Map([[`evt_${NOON}_paid`, 'letter']]));
  expect(told.get(`evt_${NOON}_paid`)).toBe('letter');
  expect(rows.filter((row) => row.conversions > 0)).toMatchObject([{ value: 'letter', conversions: 1 }]);
});
