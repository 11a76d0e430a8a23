import type { EventRecord } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aBot,
  anEvent,
  aProject,
  conversion,
  HOUR,
  MINUTE,
  NOON,
  visitor,
} from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { ask, EVER, everyEvent, type Stores, totalsOf } from './stores.ts';

/** Conversions that their owner takes out. */
export function removalsSuite(stores: Stores): void {
  describe('a removed conversion', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    const sale = (project: string, given: Partial<EventRecord> = {}) =>
      anEvent({
        project,
        type: 'purchase',
        sessionId: 's',
        visitor: visitor('ann'),
        conversion: conversion(1000, 'EUR', 'A-1'),
        ...given,
      });
    const remove = (project: string, { id }: EventRecord) =>
      store.ledger.removeConversion(project, id, { now: NOON });

    it('is in no report any more, while the visit stays', async () => {
      const project = aProject();
      const bought = sale(project, { at: NOON + MINUTE });
      await store.ledger.append([
        anEvent({
          ...bought,
          id: { ms: NOON, suffix: 'view' },
          at: NOON,
          type: 'pageview',
          conversion: null,
        }),
        bought,
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ conversions: 1, convertedSessions: 1 });
      expect(await remove(project, bought)).toEqual({ status: 'removed', sale: bought.id, orderId: 'A-1' });
      for (const bots of ['excluded', 'included'] as const) {
        expect(await store.reports.totals(ask(project, bots), EVER)).toMatchObject({
          ...{ visitors: 1, events: 1, pageviews: 1, sessions: 1 },
          ...{ conversions: 0, convertedSessions: 0, values: [] },
        });
      }
      const { rows } = await store.reports.breakdown(ask(project), EVER, 'event_type');
      expect(rows.map(({ value }) => value)).toEqual(['pageview']);
      const slice = { order: 'newest_first', offset: 0, limit: 10 } as const;
      expect(await store.reports.conversions(ask(project), EVER, slice)).toEqual({
        conversions: [],
        total: 0,
      });
      expect(await store.reports.conversion(project, bought.id)).toBeNull();
      const funnel = { eventTypes: ['pageview', 'purchase'], windowMs: HOUR, scope: 'visitor' } as const;
      expect((await store.reports.funnel(ask(project), EVER, funnel)).map(({ count }) => count)).toEqual([
        1, 0,
      ]);
    });

    it('is not told on the way to another conversion of its visit', async () => {
      const project = aProject();
      const view = anEvent({ project, sessionId: 's', visitor: visitor('ann') });
      const bought = sale(project, { at: NOON + MINUTE });
      const lead = sale(project, {
        at: NOON + 2 * MINUTE,
        type: 'lead',
        conversion: { orderId: null, amount: null },
      });
      await store.ledger.append([view, bought, lead]);
      await remove(project, bought);
      const journey = await store.reports.journey(project, lead.id);
      expect(journey?.visits).toMatchObject([{ eventCount: 2 }]);
      expect(journey?.visits[0]?.events.map(({ id }) => id)).toEqual([view.id, lead.id]);
    });

    it('that was all of its visit leaves a session without an event, and so without a visitor', async () => {
      const project = aProject();
      const bought = sale(project);
      await store.ledger.append([bought]);
      await remove(project, bought);
      expect(await store.reports.totals(ask(project), EVER)).toMatchObject({
        ...{ visitors: 0, events: 0, sessions: 1, convertedSessions: 0 },
      });
    });

    it('is still stored, and marked', async () => {
      const project = aProject();
      const bought = sale(project);
      await store.ledger.append([bought]);
      await remove(project, bought);
      expect(await everyEvent(store, project)).toEqual([bought]);
      expect((await store.log.events(project, null, 1)).events).toMatchObject([{ conversion: 'removed' }]);
    });

    it('keeps its order: what reports it, before or after, from browser or server, is removed with it', async () => {
      const project = aProject();
      const browser = sale(project);
      const server = sale(project, { origin: 'server', sessionId: null, visitor: null, at: NOON + MINUTE });
      await store.ledger.append([browser, server]);
      expect(await remove(project, browser)).toMatchObject({ status: 'removed', sale: server.id });
      const later = [
        sale(project, { origin: 'server', at: NOON - HOUR }),
        sale(project, { at: NOON - HOUR }),
        sale(project, { at: NOON + HOUR }),
      ];
      await store.ledger.append(later);
      expect(await totalsOf(store, project)).toMatchObject({
        conversions: 0,
        convertedSessions: 0,
        events: 0,
      });
      for (const each of [browser, server, ...later])
        expect(await store.reports.conversion(project, each.id)).toBeNull();
    });

    it('can be removed again, by any report of its order, which changes nothing', async () => {
      const project = aProject();
      const [first, repeat] = [sale(project), sale(project, { at: NOON + MINUTE })];
      await store.ledger.append([first, repeat]);
      await remove(project, first);
      for (const each of [first, repeat])
        expect(await remove(project, each)).toEqual({
          ...{ status: 'removed_before', sale: first.id, orderId: 'A-1' },
        });
      expect(await totalsOf(store, project)).toMatchObject({ sessions: 1, convertedSessions: 0 });
    });

    it('leaves a session converted that has another conversion', async () => {
      const project = aProject();
      const lead = sale(project, { type: 'lead', conversion: { orderId: null, amount: null } });
      const bought = sale(project);
      await store.ledger.append([lead, bought]);
      await remove(project, bought);
      expect(await totalsOf(store, project)).toMatchObject({ conversions: 1, convertedSessions: 1 });
      expect(await remove(project, lead)).toEqual({ status: 'removed', sale: lead.id, orderId: null });
      expect(await totalsOf(store, project)).toMatchObject({ conversions: 0, convertedSessions: 0 });
    });

    it('must be a conversion of the project', async () => {
      const [shop, blog] = [aProject(), aProject()];
      const view = anEvent({ project: shop });
      const bought = sale(shop);
      await store.ledger.append([view, bought, anEvent({ project: blog })]);
      expect(await remove(shop, view)).toEqual({ status: 'no_conversion' });
      expect(await remove(blog, bought)).toEqual({ status: 'unknown' });
      expect(await remove(aProject(), bought)).toEqual({ status: 'unknown' });
      expect(await totalsOf(store, shop)).toMatchObject({ conversions: 1 });
    });

    it('of a bot frees no order and takes none', async () => {
      const project = aProject();
      const bots = sale(project, { bot: aBot(), sessionId: 'bot' });
      const persons = sale(project, { at: NOON + MINUTE });
      await store.ledger.append([bots, persons]);
      expect(await remove(project, bots)).toMatchObject({ status: 'removed', sale: bots.id });
      expect(await totalsOf(store, project)).toMatchObject({ conversions: 1 });
    });
  });
}
