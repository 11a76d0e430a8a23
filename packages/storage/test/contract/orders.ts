import type { EventRecord } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aBot,
  aClient,
  anEvent,
  aProject,
  aTouch,
  conversion,
  DAY,
  HOUR,
  MINUTE,
  NOON,
  visitor,
} from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { ask, EVER, everyEvent, outcomes, type Stores, totalsOf } from './stores.ts';

/** Orders that are reported more than once. */
export function ordersSuite(stores: Stores): void {
  describe('an order', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    const order = (project: string, at: number, given: Partial<EventRecord> = {}) =>
      anEvent({ project, at, type: 'purchase', conversion: conversion(1000, 'EUR', 'A-1'), ...given });

    it('counts once, and its repeats are stored', async () => {
      const project = aProject();
      const events = [order(project, NOON), order(project, NOON + MINUTE), order(project, NOON + HOUR)];
      expect(await outcomes(store, events)).toEqual(['stored', 'stored', 'stored']);
      expect(await totalsOf(store, project)).toMatchObject({
        events: 3,
        conversions: 1,
        values: [{ currency: 'EUR', minor: 1000, conversions: 1 }],
      });
      expect(await everyEvent(store, project)).toEqual(events);
    });

    it('is that of its earliest report, whatever came first', async () => {
      const project = aProject();
      await store.ledger.append([
        order(project, NOON + MINUTE, { conversion: conversion(2000, 'EUR', 'A-1') }),
      ]);
      await store.ledger.append([order(project, NOON)]);
      await store.ledger.append([
        order(project, NOON + HOUR, { conversion: conversion(3000, 'EUR', 'A-1') }),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ conversions: 1, values: [{ minor: 1000 }] });
      expect(await totalsOf(store, project, { from: NOON + MINUTE, to: NOON + 2 * HOUR })).toMatchObject({
        events: 2,
        conversions: 0,
        values: [],
      });
    });

    it('is that of the smaller id where two reports are of one instant', async () => {
      const first = { id: { ms: NOON - 1, suffix: 'z' }, conversion: conversion(1, 'EUR', 'A-1') };
      const second = { id: { ms: NOON, suffix: 'a' }, conversion: conversion(2, 'EUR', 'A-1') };
      const third = { id: { ms: NOON, suffix: 'b' }, conversion: conversion(3, 'EUR', 'A-1') };
      for (const arriving of [
        [first, second, third],
        [third, second, first],
        [second, third, first],
      ]) {
        const project = aProject();
        for (const given of arriving) await store.ledger.append([order(project, NOON, given)]);
        expect(await totalsOf(store, project)).toMatchObject({ conversions: 1, values: [{ minor: 1 }] });
      }
    });

    it('goes by the corrected time of its reports', async () => {
      const project = aProject();
      const late = { id: { ms: NOON - HOUR, suffix: 'slow' }, conversion: conversion(2, 'EUR', 'A-1') };
      await store.ledger.append([order(project, NOON + MINUTE, late), order(project, NOON)]);
      expect(await totalsOf(store, project)).toMatchObject({ conversions: 1, values: [{ minor: 1000 }] });
    });

    it('moves from one session to another when an earlier report arrives late', async () => {
      const project = aProject();
      const inSession = (sessionId: string, at: number) =>
        order(project, at, { sessionId, visitor: visitor('ann') });
      await store.ledger.append([inSession('later', NOON + HOUR)]);
      const hours = [NOON, NOON + HOUR, NOON + 2 * HOUR];
      const converted = async () =>
        (await store.reports.series(ask(project), hours)).map(({ convertedSessions }) => convertedSessions);
      expect(await converted()).toEqual([0, 1]);
      await store.ledger.append([inSession('earlier', NOON)]);
      expect(await converted()).toEqual([1, 0]);
      expect(await totalsOf(store, project)).toMatchObject({ sessions: 2, convertedSessions: 1 });
    });

    it('leaves a session converted that has another conversion', async () => {
      const project = aProject();
      const lead = anEvent({
        project,
        sessionId: 's',
        type: 'lead',
        conversion: { orderId: null, amount: null },
      });
      await store.ledger.append([lead, order(project, NOON + HOUR, { sessionId: 's' })]);
      await store.ledger.append([order(project, NOON - HOUR, { origin: 'server' })]);
      expect(await totalsOf(store, project)).toMatchObject({ conversions: 2, convertedSessions: 1 });
    });

    it('moves between sessions that were found by visitor and time, in one call too', async () => {
      const project = aProject();
      const ann = { visitor: visitor('ann') };
      await store.ledger.append([
        order(project, NOON + 5 * HOUR, ann),
        order(project, NOON + 40 * MINUTE, ann),
        order(project, NOON, ann),
        anEvent({ project, at: NOON + 20 * MINUTE, ...ann }),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({
        sessions: 2,
        convertedSessions: 1,
        conversions: 1,
      });
      expect(await totalsOf(store, project, { from: NOON, to: NOON + 1 })).toMatchObject({
        convertedSessions: 1,
      });
    });

    it('is told apart by type, by id and by project', async () => {
      const [shop, blog] = [aProject(), aProject()];
      await store.ledger.append([
        order(shop, NOON),
        order(shop, NOON, { type: 'renewal' }),
        order(shop, NOON, { conversion: conversion(1000, 'EUR', 'a-1') }),
        order(blog, NOON),
      ]);
      expect(await totalsOf(store, shop)).toMatchObject({ conversions: 3 });
      expect(await totalsOf(store, blog)).toMatchObject({ conversions: 1 });
    });

    it('without an id counts each time', async () => {
      const project = aProject();
      const events = [order(project, NOON), order(project, NOON)].map((event) => ({
        ...event,
        conversion: conversion(1000),
      }));
      await store.ledger.append(events);
      expect(await totalsOf(store, project)).toMatchObject({ conversions: 2 });
    });

    it('is not hidden by an excluded report of it, however early', async () => {
      for (const exclusion of ['no_javascript', 'foreign_host', 'local_page', 'user_update'] as const) {
        const project = aProject();
        await store.ledger.append([order(project, NOON - HOUR, { exclusion }), order(project, NOON)]);
        expect(await totalsOf(store, project), exclusion).toMatchObject({ events: 1, conversions: 1 });
      }
    });

    /** The order as a backend reports it: it names nobody, and its time is later than the browser's. */
    const serverOrder = (project: string, at = NOON + HOUR, given: Partial<EventRecord> = {}) =>
      order(project, at, { origin: 'server', touch: aTouch(), ...given });
    const browserOrder = (project: string, at = NOON, given: Partial<EventRecord> = {}) =>
      order(project, at, {
        sessionId: 'visit',
        visitor: visitor('ann'),
        touch: aTouch({ source: 'letter' }),
        clickIds: { gclid: 'Cj0' },
        client: aClient({ device: 'mobile' }),
        conversion: conversion(1, 'EUR', 'A-1'),
        ...given,
      });
    const inEitherOrder = it.each([
      ['first', (one: EventRecord, other: EventRecord) => [one, other]],
      ['second', (one: EventRecord, other: EventRecord) => [other, one]],
    ] as const);

    inEitherOrder(
      'is what a server key says, credited to the visit, the server being %s',
      async (_, arriving) => {
        const project = aProject();
        const [server, browser] = [serverOrder(project), browserOrder(project)];
        for (const event of arriving(server, browser)) await store.ledger.append([event]);
        const totals = { conversions: 1, values: [{ minor: 1000 }] };
        expect(await totalsOf(store, project)).toMatchObject({
          ...totals,
          visitors: 1,
          convertedSessions: 1,
        });
        expect(await totalsOf(store, project, { from: NOON, to: NOON + 1 })).toMatchObject({
          conversions: 0,
        });
        for (const [dimension, value] of [
          ['source', 'letter'],
          ['device', 'mobile'],
        ] as const) {
          const { rows } = await store.reports.breakdown(ask(project), EVER, dimension);
          expect(rows.filter(({ conversions }) => conversions > 0)).toMatchObject([{ value, ...totals }]);
        }
        expect(await store.reports.conversion(project, server.id)).toMatchObject({
          isRepeat: false,
          event: { at: NOON + HOUR, sessionId: null },
          visit: { sessionId: 'visit' },
          attribution: { touch: { source: 'letter' }, clickIds: { gclid: 'Cj0' } },
        });
        expect(await store.reports.conversion(project, browser.id)).toMatchObject({
          isRepeat: true,
          visit: null,
        });
      },
    );

    inEitherOrder(
      'keeps the session and the click of a server that names them, the server being %s',
      async (_, arriving) => {
        const project = aProject();
        const touch = aTouch({ source: 'google' });
        const own = { sessionId: 'own', touch, clickIds: { gclid: 'own' } };
        const server = serverOrder(project, NOON + HOUR, own);
        for (const event of arriving(server, browserOrder(project))) await store.ledger.append([event]);
        expect(await store.reports.conversion(project, server.id)).toMatchObject({
          event: { sessionId: 'own' },
          visit: null,
          attribution: { touch: { source: 'google' }, clickIds: { gclid: 'own' } },
        });
      },
    );

    it('of a server is not lent the visit of a bot, and stays when that is found out late', async () => {
      const project = aProject();
      const server = serverOrder(project);
      await store.ledger.append([browserOrder(project), server]);
      await store.ledger.append([
        anEvent({ project, sessionId: 'visit', visitor: visitor('ann'), bot: aBot() }),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({
        conversions: 1,
        convertedSessions: 0,
        sessions: 0,
      });
      const { rows } = await store.reports.breakdown(ask(project), EVER, 'source');
      expect(rows).toMatchObject([{ value: '(direct)', conversions: 1 }]);
      expect(await store.reports.conversion(project, server.id)).toMatchObject({ bot: null, visit: null });
    });

    it('of a server follows the visit when the sessions around it are cut anew', async () => {
      const project = aProject();
      const ann = { sessionId: null, visitor: visitor('ann', 'hash') };
      await store.ledger.append([browserOrder(project, NOON + 40 * MINUTE, ann), serverOrder(project)]);
      const first = anEvent({ project, at: NOON, ...ann, touch: aTouch({ source: 'google' }) });
      await store.ledger.append([first]);
      await store.ledger.append([anEvent({ project, at: NOON + 20 * MINUTE, ...ann })]);
      const { rows } = await store.reports.breakdown(ask(project), EVER, 'source');
      expect(rows).toMatchObject([{ value: 'google', conversions: 1, sessions: 1, convertedSessions: 1 }]);
    });

    it.each([
      ['seven days, and no longer', 7 * DAY, 2000],
      ['not a millisecond more', 7 * DAY + 1, 1000],
    ])('of a browser can be claimed back for %s', async (_, age, minor) => {
      const project = aProject();
      const claim = { receivedAt: NOON, conversion: conversion(2000, 'EUR', 'A-1') };
      await store.ledger.append([order(project, NOON)]);
      await store.ledger.append([order(project, NOON - age, claim)]);
      expect(await totalsOf(store, project)).toMatchObject({ conversions: 1, values: [{ minor }] });
    });

    it('of a server cannot be claimed by a browser, however early', async () => {
      const project = aProject();
      await store.ledger.append([
        serverOrder(project),
        browserOrder(project, NOON - 300 * DAY, { receivedAt: NOON }),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ conversions: 1, values: [{ minor: 1000 }] });
    });

    it('stays one after the store was opened again', async () => {
      const project = aProject();
      const before = await stores.open('orders');
      await before.ledger.append([order(project, NOON, { sessionId: 's' })]);
      await before.close();
      const after = await stores.open('orders');
      await after.ledger.append([order(project, NOON + MINUTE), order(project, NOON - MINUTE)]);
      expect(await after.reports.totals(ask(project), EVER)).toMatchObject({
        conversions: 1,
        convertedSessions: 0,
      });
      await after.close();
    });
  });
}
