import type { EventRecord } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anEvent,
  aProject,
  conversion,
  MINUTE,
  NOON,
  visitor,
} from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { ask, NOTHING, type Stores, totalsOf } from './stores.ts';

/** Sessions that a client named. */
export function namedSessionsSuite(stores: Stores): void {
  describe('sessions', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    it('last from their first browser event to their last, in whatever order they came', async () => {
      const project = aProject();
      const minutes = [3, 1, 7, 2];
      for (const minute of minutes) {
        await store.ledger.append([anEvent({ project, sessionId: 's', at: NOON + minute * MINUTE })]);
      }
      expect(await totalsOf(store, project)).toMatchObject({
        sessions: 1,
        sessionPageviews: 4,
        sessionDurationMs: 6 * MINUTE,
        bounces: 0,
      });
    });

    it('belong with all that they hold to the period of their first event', async () => {
      const project = aProject();
      const midnight = NOON + 12 * 60 * MINUTE;
      await store.ledger.append([
        anEvent({ project, sessionId: 's', at: midnight - MINUTE }),
        anEvent({ project, sessionId: 's', at: midnight + MINUTE, conversion: conversion(100) }),
      ]);
      const [today, tomorrow] = await store.reports.series(ask(project), [
        NOON,
        midnight,
        midnight + 2 * MINUTE,
      ]);
      expect(today).toMatchObject({
        events: 1,
        conversions: 0,
        sessions: 1,
        convertedSessions: 1,
        sessionPageviews: 2,
        sessionDurationMs: 2 * MINUTE,
      });
      expect(tomorrow).toMatchObject({
        events: 1,
        conversions: 1,
        sessions: 0,
        convertedSessions: 0,
        sessionPageviews: 0,
        sessionDurationMs: 0,
      });
    });

    it('move to an earlier period when an earlier event arrives late', async () => {
      const project = aProject();
      await store.ledger.append([anEvent({ project, sessionId: 's', at: NOON })]);
      await store.ledger.append([anEvent({ project, sessionId: 's', at: NOON - MINUTE })]);
      const [before, after] = await store.reports.series(ask(project), [NOON - MINUTE, NOON, NOON + MINUTE]);
      expect(before).toMatchObject({ sessions: 1, sessionDurationMs: MINUTE });
      expect(after).toMatchObject({ sessions: 0, sessionDurationMs: 0 });
    });

    it('are told apart by project', async () => {
      const [shop, blog] = [aProject(), aProject()];
      await store.ledger.append([
        anEvent({ project: shop, sessionId: 's', at: NOON }),
        anEvent({ project: blog, sessionId: 's', at: NOON + MINUTE }),
      ]);
      for (const project of [shop, blog]) {
        expect(await totalsOf(store, project)).toMatchObject({
          sessions: 1,
          bounces: 1,
          sessionDurationMs: 0,
        });
      }
    });

    it.each<[what: string, events: Partial<EventRecord>[], bounces: number]>([
      ['one page view', [{}], 1],
      ['two page views', [{}, {}], 0],
      ['one event that is no page view', [{ type: 'click' }], 0],
      ['one page view and one other event', [{}, { type: 'click' }], 0],
      ['one page view that is a conversion', [{ conversion: conversion(1) }], 1],
      ['one page view and one server event', [{}, { origin: 'server', type: 'purchase' }], 0],
      ['one page view of a server', [{ origin: 'server' }], 0],
    ])('bounce only with one page view and nothing else: %s', async (_, events, bounces) => {
      const project = aProject();
      for (const event of events) await store.ledger.append([anEvent({ project, sessionId: 's', ...event })]);
      expect(await totalsOf(store, project)).toMatchObject({ bounces });
    });

    it('are not started by a server event, which still counts as an event', async () => {
      const project = aProject();
      const purchase = { project, sessionId: 's', origin: 'server', conversion: conversion(100) } as const;
      await store.ledger.append([anEvent(purchase)]);
      expect(await totalsOf(store, project)).toEqual({
        ...NOTHING,
        events: 1,
        pageviews: 1,
        conversions: 1,
        values: [{ currency: 'EUR', minor: 100, conversions: 1 }],
      });
    });

    it('are converted and never stretched by a server event', async () => {
      const project = aProject();
      const renewal = { project, sessionId: 's', origin: 'server', type: 'renewal' } as const;
      await store.ledger.append([
        anEvent({ project, sessionId: 's', at: NOON }),
        anEvent({ project, sessionId: 's', at: NOON + MINUTE }),
        anEvent({ ...renewal, at: NOON - 5 * MINUTE }),
        anEvent({ ...renewal, at: NOON + 500 * MINUTE, conversion: conversion(100) }),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({
        sessions: 1,
        convertedSessions: 1,
        sessionPageviews: 2,
        sessionDurationMs: MINUTE,
      });
      expect(await totalsOf(store, project, { from: NOON, to: NOON + 1 })).toMatchObject({ sessions: 1 });
    });

    it('keep what a server event brought before their browser events arrived', async () => {
      const project = aProject();
      const order = { project, sessionId: 's', origin: 'server', type: 'purchase' } as const;
      await store.ledger.append([anEvent({ ...order, at: NOON + MINUTE, conversion: conversion(100) })]);
      await store.ledger.append([
        anEvent({ project, sessionId: 's', visitor: visitor('ann'), at: NOON }),
        anEvent({ project, sessionId: 's', visitor: visitor('ann'), at: NOON + 2 }),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({
        visitors: 1,
        sessions: 1,
        convertedSessions: 1,
        bounces: 0,
        sessionDurationMs: 2,
      });
    });

    it('give their visitor to the server events that name them', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, sessionId: 's', visitor: visitor('ann') }),
        anEvent({ project, sessionId: 's', origin: 'server', visitor: visitor('user-7', 'user') }),
        anEvent({ project, sessionId: 's', origin: 'server', at: NOON + 60 * MINUTE }),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ visitors: 1 });
      expect(await totalsOf(store, project, { from: NOON + MINUTE, to: NOON + 61 * MINUTE })).toMatchObject({
        visitors: 1,
      });
    });

    it('have the visitor of their earliest event that names one', async () => {
      const named = [null, visitor('ann'), visitor('bob')];
      const orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
      ];
      for (const order of orders) {
        const project = aProject();
        for (const minute of order) {
          const who = named[minute] ?? null;
          await store.ledger.append([
            anEvent({ project, sessionId: 's', at: NOON + minute * MINUTE, visitor: who }),
          ]);
        }
        // Ann is seen elsewhere too: were the session another's, there would be two visitors.
        await store.ledger.append([anEvent({ project, visitor: visitor('ann') })]);
        expect(await totalsOf(store, project), `in the order ${order}`).toMatchObject({ visitors: 1 });
      }
    });

    it('have the visitor of the event with the smaller id where two happened at one instant', async () => {
      const instant = { sessionId: 's', at: NOON };
      const first = { ...instant, id: { ms: NOON - 2, suffix: 'z' }, visitor: visitor('ann') };
      const second = { ...instant, id: { ms: NOON - 1, suffix: 'm' }, visitor: visitor('bob') };
      const third = { ...instant, id: { ms: NOON - 1, suffix: 'n' }, visitor: visitor('cem') };
      const calls = [
        [[first, second, third]],
        [[third, second, first]],
        [[second, third], [first]],
        [[third], [first], [second]],
      ];
      for (const call of calls) {
        const project = aProject();
        for (const events of call)
          await store.ledger.append(events.map((event) => anEvent({ project, ...event })));
        await store.ledger.append([anEvent({ project, visitor: visitor('ann') })]);
        expect(await totalsOf(store, project)).toMatchObject({ events: 4, visitors: 1 });
      }
    });
  });
}
