import { DIMENSIONS } from '@cvq/contract';
import type { EventRecord, ImportedEvent, KeptEvent } from '@cvq/storage';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aBot,
  anEvent,
  aProject,
  conversion,
  MINUTE,
  NOON,
  visitor,
} from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { HISTORIES } from '../histories.ts';
import { arrivals, funnels, mixedTraffic, period, removals, restlessVisitor } from '../traffic.ts';
import { ask, EVER, outcomes, type Stores, totalsOf } from './stores.ts';

/** Events that one project has kept, taken in by another. */
export function importingSuite(stores: Stores): void {
  describe('an import', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    /** A project to which events came, some of whose conversions were removed. */
    async function aProjectWith(calls: readonly EventRecord[][], removed: readonly EventRecord['id'][] = []) {
      const project = aProject();
      for (const call of calls)
        await outcomes(
          store,
          call.map((event) => ({ ...event, project })),
        );
      for (const id of removed) await store.ledger.removeConversion(project, id, { now: id.ms });
      return project;
    }

    const take = async (events: readonly ImportedEvent[], project: string) => {
      const own = events.map((kept) => ({ ...kept, event: { ...kept.event, project } }));
      return (await store.ledger.import(own)).outcomes;
    };

    it.each([
      ['mixed traffic', mixedTraffic],
      ['a visitor without session ids', restlessVisitor],
    ])('of %s, in any order and repeated, answers everything as the first project does', async (_, any) => {
      const traffic = any.chain((records) =>
        fc.record({ calls: arrivals(records), removals: removals(records) }),
      );
      const asked = fc.record({ during: period, funnel: funnels, order: fc.infiniteStream(fc.nat()) });
      await fc.assert(
        fc.asyncProperty(traffic, asked, async ({ calls, removals }, { during, funnel, order }) => {
          const first = await aProjectWith(
            calls,
            removals.map(({ id }) => id),
          );
          const kept = await keptBy(store, first);
          const second = aProject();
          const shuffled = kept
            .map((event) => ({ event, place: order.next().value as number }))
            .toSorted((a, b) => a.place - b.place)
            .map(({ event }) => event);
          const half = Math.ceil(shuffled.length / 2);
          for (const part of [shuffled.slice(0, half), shuffled.slice(half - 1), shuffled.slice(0, 3)]) {
            await take(part, second);
          }
          expect((await keptBy(store, second)).map(withoutProject)).toEqual(kept.map(withoutProject));
          for (const span of [EVER, during]) {
            expect(await answersOf(store, second, { span, funnel })).toEqual(
              await answersOf(store, first, { span, funnel }),
            );
          }
        }),
        { numRuns: Math.ceil(HISTORIES * 0.07 * stores.share) },
      );
    });

    it('says what was stored and what was there before', async () => {
      const project = aProject();
      const [one, other] = [anEvent({ project }), anEvent({ project })];
      expect(await take([imported(one)], project)).toEqual([{ status: 'stored', id: one.id }]);
      expect((await take([imported(one), imported(other)], project)).map(({ status }) => status)).toEqual([
        'duplicate',
        'stored',
      ]);
    });

    it('says whether others have stored anything since the one before', async () => {
      const project = aProject();
      const other = await stores.open('shared');
      const isShared = async () => (await store.ledger.import([imported(anEvent({ project }))])).isShared;
      await isShared();
      expect(await isShared()).toBe(false);
      await other.ledger.append([anEvent({ project })]);
      expect(await isShared()).toBe(true);
      expect(await isShared()).toBe(false);
      await other.close();
    });

    it('stores all or none', async () => {
      const project = aProject();
      const broken = anEvent({ project, properties: { big: 1n } });
      await expect(take([imported(anEvent()), imported(broken)], project)).rejects.toThrow();
      expect(await keptBy(store, project)).toEqual([]);
    });

    it('keeps an order removed, for reports that were there and for those to come', async () => {
      const project = aProject();
      const report = (suffix: string, origin: 'browser' | 'server' = 'browser') =>
        anEvent({
          ...{ project, origin, type: 'purchase', id: { ms: NOON, suffix }, sessionId: 's' },
          ...{ visitor: visitor('ann'), conversion: conversion(500, 'EUR', 'o1') },
        });
      await store.ledger.append([report('live')]);
      expect(await totalsOf(store, project)).toMatchObject({ conversions: 1, convertedSessions: 1 });
      const place = { rank: 'server', claimedAt: NOON, isRemoved: true } as const;
      await take([{ event: report('removed', 'server'), conversion: 'removed', order: place }], project);
      await store.ledger.append([report('late', 'server')]);
      expect(await totalsOf(store, project)).toMatchObject({
        events: 0,
        conversions: 0,
        convertedSessions: 0,
        values: [],
      });
    });

    it('keeps one conversion removed alone, and leaves its order to others', async () => {
      const project = aProject();
      const report = (suffix: string) =>
        anEvent({
          ...{ project, type: 'purchase', id: { ms: NOON, suffix } },
          conversion: conversion(500, 'EUR', 'o1'),
        });
      await take(
        [{ event: report('a'), conversion: 'removed', order: null }, imported(report('b'))],
        project,
      );
      expect(await totalsOf(store, project)).toMatchObject({ events: 1, conversions: 1 });
    });

    it('keeps since when a report claims its order, as the first store decided it', async () => {
      const project = aProject();
      const report = (suffix: string, minor: number) =>
        anEvent({
          ...{ project, type: 'purchase', id: { ms: NOON, suffix } },
          conversion: conversion(minor, 'EUR', 'o1'),
        });
      const place = (claimedAt: number) => ({ rank: 'person', claimedAt, isRemoved: false }) as const;
      await take(
        [
          { event: report('a', 1), conversion: 'repeated', order: place(NOON) },
          { event: report('b', 2), conversion: 'counted', order: place(NOON - MINUTE) },
        ],
        project,
      );
      expect(await totalsOf(store, project)).toMatchObject({ values: [{ minor: 2, conversions: 1 }] });
    });

    it('keeps the classification as a bot, which takes its session out', async () => {
      const project = aProject();
      const view = (bot: EventRecord['bot']) =>
        anEvent({ project, sessionId: 's', visitor: visitor('ann'), bot });
      await take([imported(view(null)), imported(view(aBot()))], project);
      expect(await totalsOf(store, project)).toMatchObject({ events: 0, sessions: 0 });
      expect(await store.reports.bots(ask(project), EVER)).toMatchObject([
        { name: 'Googlebot', requests: 2 },
      ]);
    });
  });
}

/** As the log gives an event that no other one has changed. */
const imported = (event: EventRecord): ImportedEvent => ({
  event,
  conversion: event.conversion === null ? null : 'counted',
  order: null,
});

async function keptBy(store: EventStores, project: string): Promise<readonly KeptEvent[]> {
  return (await store.log.events(project, null, 1_000)).events;
}

/** A removed report needs no more place among those of its order than that it has one. */
function withoutProject({ event, order, ...kept }: KeptEvent) {
  const { project: _, ...rest } = event;
  return { ...kept, event: rest, order: order?.isRemoved ? { isRemoved: true } : order };
}

type Asked = { span: { from: number; to: number }; funnel: Parameters<EventStores['reports']['funnel']>[2] };

/** What every question is answered, with and without bots. */
async function answersOf({ reports }: EventStores, project: string, { span, funnel }: Asked) {
  const middle = Math.round((span.from + span.to) / 2);
  const answers = (['excluded', 'included'] as const).map(async (bots) => {
    const question = ask(project, bots);
    const slice = { order: 'newest_first', offset: 0, limit: 100 } as const;
    const { conversions } = await reports.conversions(question, span, slice);
    const breakdowns = DIMENSIONS.map(async (dimension) => {
      const { visitors, rows } = await reports.breakdown(question, span, dimension);
      return { visitors, rows: rows.toSorted((a, b) => (a.value < b.value ? -1 : 1)) };
    });
    return {
      totals: await reports.totals(question, span),
      series: await reports.series(question, [span.from, middle, span.to]),
      breakdowns: await Promise.all(breakdowns),
      funnel: await reports.funnel(question, span, funnel),
      conversions: conversions.map(({ event, visit, ...record }) => ({
        ...record,
        event: event.id,
        visit: visit?.id,
      })),
      bots: (await reports.bots(question, span)).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    };
  });
  return Promise.all(answers);
}
