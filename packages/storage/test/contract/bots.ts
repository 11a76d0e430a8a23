import type { EventRecord } from '@cvq/storage';
import fc from 'fast-check';
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
import { tries } from '../histories.ts';
import { ask, EVER, everyEvent, NOTHING, type Stores, totalsOf } from './stores.ts';

/** Bots are stored like anyone, and reports leave them out unless they are asked for. */
export function botsSuite(stores: Stores): void {
  describe('bots', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    const included = (project: string) => store.reports.totals(ask(project, 'included'), EVER);
    const seen = (project: string, at: number, given: Partial<EventRecord> = {}) =>
      anEvent({ project, at, sessionId: 's', visitor: visitor('ann'), ...given });

    it('count nowhere but where all traffic is asked for', async () => {
      const project = aProject();
      await store.ledger.append([seen(project, NOON, { bot: aBot() }), anEvent({ project, bot: aBot() })]);
      expect(await totalsOf(store, project)).toEqual(NOTHING);
      expect(await included(project)).toMatchObject({
        visitors: 1,
        events: 2,
        pageviews: 2,
        sessions: 1,
        bounces: 1,
      });
    });

    it.each([
      ['in the same call', 1],
      ['in a call of its own', 2],
    ])('take along what came of the session before it was found, %s', async (_, calls) => {
      const project = aProject();
      const events = [
        seen(project, NOON),
        seen(project, NOON + MINUTE, { type: 'purchase', conversion: conversion(900) }),
        seen(project, NOON + 2 * MINUTE, { bot: aBot() }),
        seen(project, NOON + 3 * MINUTE),
      ];
      for (let call = 0; call < calls; call += 1) {
        await store.ledger.append(calls === 1 ? events : call === 0 ? events.slice(0, 2) : events.slice(2));
      }
      expect(await totalsOf(store, project)).toEqual(NOTHING);
      expect((await store.reports.breakdown(ask(project), EVER, 'browser')).rows).toEqual([]);
      expect(await included(project)).toMatchObject({
        events: 4,
        sessions: 1,
        convertedSessions: 0,
        conversions: 0,
      });
    });

    it('are found by the time of a stitched session as well', async () => {
      const project = aProject();
      const unnamed = { sessionId: null } as const;
      await store.ledger.append([seen(project, NOON, unnamed), seen(project, NOON + DAY, unnamed)]);
      await store.ledger.append([seen(project, NOON + MINUTE, { ...unnamed, bot: aBot() })]);
      expect(await totalsOf(store, project)).toMatchObject({ events: 1, sessions: 1 });
      expect(await included(project)).toMatchObject({ events: 3, sessions: 2 });
    });

    it('leave the other sessions of a visitor alone, and are credited with none of their conversions', async () => {
      const project = aProject();
      const paid = aTouch({ source: 'google' });
      await store.ledger.append([
        seen(project, NOON, { sessionId: 'bot', touch: paid, bot: aBot() }),
        seen(project, NOON + DAY, { sessionId: 'person' }),
        seen(project, NOON + DAY, { sessionId: 'person', type: 'purchase', conversion: conversion(500) }),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ events: 2, sessions: 1, conversions: 1 });
      for (const bots of ['excluded', 'included'] as const) {
        const { rows } = await store.reports.breakdown(ask(project, bots), EVER, 'source');
        expect(rows.find(({ conversions }) => conversions > 0)?.value, bots).toBe('(direct)');
      }
    });

    it('convert nothing, though their conversions are stored', async () => {
      const project = aProject();
      const sale = seen(project, NOON, { type: 'purchase', conversion: conversion(500), bot: aBot() });
      await store.ledger.append([sale]);
      expect(await included(project)).toMatchObject({
        events: 1,
        conversions: 0,
        values: [],
        convertedSessions: 0,
      });
      expect(await everyEvent(store, project)).toMatchObject([{ conversion: sale.conversion }]);
    });

    it('are counted by name, with what they did before they were found, and with what runs no scripts', async () => {
      const project = aProject();
      await store.ledger.append([
        seen(project, NOON),
        seen(project, NOON + MINUTE, { bot: aBot({ category: 'other', name: 'Automated visitor' }) }),
        anEvent({ project, bot: aBot() }),
        anEvent({ project, origin: 'pixel', exclusion: 'no_javascript' }),
        anEvent({ project, origin: 'pixel', exclusion: 'no_javascript', bot: aBot() }),
        anEvent({ project, bot: aBot(), exclusion: 'foreign_host' }),
        anEvent({ project }),
      ]);
      const found = await store.reports.bots(ask(project), EVER);
      expect(found.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
        { category: 'other', name: 'Automated visitor', reasons: ['named'], requests: 2 },
        { category: 'search_engine', name: 'Googlebot', reasons: ['named'], requests: 2 },
        { category: 'other', name: 'No JavaScript', reasons: ['no_javascript'], requests: 1 },
      ]);
    });

    it('leave their conversions out of the list of conversions', async () => {
      const project = aProject();
      const order = { type: 'purchase', conversion: conversion(500) } as const;
      await store.ledger.append([seen(project, NOON, order), seen(project, NOON + MINUTE, { bot: aBot() })]);
      const slice = { order: 'newest_first', offset: 0, limit: 10 } as const;
      for (const bots of ['excluded', 'included'] as const) {
        expect(await store.reports.conversions(ask(project, bots), EVER, slice)).toEqual({
          conversions: [],
          total: 0,
        });
      }
    });

    it('tell their user agents beside those of people, for the preview of rules', async () => {
      const project = aProject();
      const client = aClient({ userAgent: 'Reader/1.0' });
      await store.ledger.append([
        seen(project, NOON, { client, bot: aBot() }),
        seen(project, NOON + MINUTE, { client }),
        seen(project, NOON + MINUTE, {
          client: aClient({ userAgent: 'Other' }),
          visitor: null,
          sessionId: 'person',
        }),
        seen(project, NOON - DAY, { client }),
      ]);
      expect(await store.reports.userAgents({ project, since: NOON, limit: 10 })).toEqual([
        {
          userAgent: 'Reader/1.0',
          events: 2,
          visitors: 1,
          peopleEvents: 0,
          people: new Set(),
          buyers: new Set(),
        },
        { userAgent: 'Other', events: 1, visitors: 0, peopleEvents: 1, people: new Set(), buyers: new Set() },
      ]);
      expect(await store.reports.userAgents({ project, since: NOON, limit: 1 })).toHaveLength(1);
    });

    it('tell of a user agent how many people bought with it, and no bot', async () => {
      const project = aProject();
      const order = { type: 'purchase', conversion: conversion(500) } as const;
      const client = aClient({ userAgent: 'Reader/1.0' });
      const by = (id: string) => ({ sessionId: id, visitor: visitor(id), client });
      await store.ledger.append([
        seen(project, NOON, { ...order, ...by('ann') }),
        seen(project, NOON + MINUTE, { ...order, ...by('ann') }),
        seen(project, NOON, by('bob')),
        seen(project, NOON, { ...order, ...by('cat'), bot: aBot() }),
      ]);
      const [found] = await store.reports.userAgents({ project, since: NOON, limit: 10 });
      expect(found).toMatchObject({ events: 4, visitors: 3 });
      expect([found?.people.size, found?.buyers.size]).toEqual([2, 1]);
    });

    it('have beside them as many people with any user agent as the overview counts visitors', async () => {
      const deed = fc.record({
        who: fc.constantFrom('ann', 'bob', 'cat', 'dan'),
        userId: fc.constantFrom(null, null, 'u-1', 'u-2'),
        userAgent: fc.constantFrom('One/1', 'Two/1', 'Three/1'),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(deed, { minLength: 1, maxLength: 12 }),
          fc.constantFrom('on' as const, 'off' as const),
          async (deeds, persons) => {
            const project = aProject();
            await store.ledger.append(
              deeds.map(({ who, userId, userAgent }, index) =>
                seen(project, NOON + index * MINUTE, {
                  ...{ sessionId: who, visitor: visitor(who), userId, client: aClient({ userAgent }) },
                }),
              ),
            );
            const found = await store.reports.userAgents({ project, persons, since: NOON, limit: 10 });
            const people = new Set(found.flatMap((one) => [...one.people]));
            const { visitors } = await store.reports.totals({ ...ask(project), persons }, EVER);
            expect(people.size).toBe(visitors);
          },
        ),
        { numRuns: tries(30) },
      );
    });

    it('cannot take the order id of a person', async () => {
      const project = aProject();
      const order = { type: 'purchase', conversion: conversion(500, 'EUR', 'o1') } as const;
      await store.ledger.append([
        seen(project, NOON, { ...order, sessionId: 'bot', bot: aBot() }),
        seen(project, NOON + MINUTE, order),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ conversions: 1 });
    });

    it('count where the site wants them, except for their conversions', async () => {
      const project = aProject();
      const bot = aBot({ isFiltered: false });
      await store.ledger.append([
        seen(project, NOON, { bot }),
        seen(project, NOON + MINUTE, { bot, type: 'purchase', conversion: conversion(500) }),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({
        events: 2,
        sessions: 1,
        conversions: 0,
        convertedSessions: 0,
      });
    });

    describe('named by a backend in an event of a session', () => {
      const sale = { type: 'purchase', conversion: conversion(900, 'EUR', 'A-1') };
      const ofServer = (project: string, given: Partial<EventRecord> = {}) =>
        anEvent({ project, origin: 'server', sessionId: 's', at: NOON + HOUR, bot: aBot(), ...given });

      it.each([
        ['before', (server: EventRecord, browser: EventRecord[]) => [[server], browser]],
        ['with', (server: EventRecord, browser: EventRecord[]) => [[...browser, server]]],
        ['after', (server: EventRecord, browser: EventRecord[]) => [browser, [server]]],
      ])('take nothing from the visit of the browser, told %s it', async (_, calls) => {
        const project = aProject();
        const browser = [seen(project, NOON), seen(project, NOON + MINUTE, sale)];
        for (const events of calls(ofServer(project, { type: 'lead' }), browser))
          await store.ledger.append(events);
        expect(await totalsOf(store, project)).toMatchObject({
          ...{ visitors: 1, events: 2, sessions: 1, conversions: 1, convertedSessions: 1 },
          values: [{ currency: 'EUR', minor: 900, conversions: 1 }],
        });
        expect(await included(project)).toMatchObject({ events: 3, sessions: 1, conversions: 1 });
        expect(await store.reports.bots(ask(project), EVER)).toEqual([
          { category: 'search_engine', name: 'Googlebot', reasons: ['named'], requests: 1 },
        ]);
        expect((await everyEvent(store, project)).filter(({ bot }) => bot !== null)).toHaveLength(1);
      });

      it('convert no session, also after the conversion was removed', async () => {
        const project = aProject();
        const fake = ofServer(project, { ...sale, conversion: conversion(100) });
        await store.ledger.append([seen(project, NOON), fake]);
        expect(await totalsOf(store, project)).toMatchObject({
          ...{ events: 1, sessions: 1, conversions: 0, convertedSessions: 0 },
        });
        await store.ledger.append([seen(project, NOON + MINUTE, sale)]);
        await store.ledger.removeConversion(project, fake.id, { now: NOON + HOUR });
        expect(await totalsOf(store, project)).toMatchObject({ conversions: 1, convertedSessions: 1 });
      });
    });

    it('are no matter of a session to which they do not belong', async () => {
      const project = aProject();
      await store.ledger.append([
        seen(project, NOON),
        seen(project, NOON + MINUTE, { bot: aBot(), exclusion: 'foreign_host' }),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ events: 1, sessions: 1 });
    });
  });
}
