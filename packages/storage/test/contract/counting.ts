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
import { ask, EVER, NOTHING, type Stores, totalsOf } from './stores.ts';

/** What the measures of a period count. */
export function countingSuite(stores: Stores): void {
  describe('counting', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    it('answers zeros for a project that it does not know', async () => {
      expect(await totalsOf(store, aProject())).toEqual(NOTHING);
    });

    it('counts events, page views and conversions, each of its own project', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project }),
        anEvent({ project, type: 'scroll' }),
        anEvent({ project, type: 'purchase', conversion: conversion(1299) }),
        anEvent({ project: aProject() }),
      ]);
      expect(await totalsOf(store, project)).toEqual({
        ...NOTHING,
        events: 3,
        pageviews: 1,
        conversions: 1,
        values: [{ currency: 'EUR', minor: 1299, conversions: 1 }],
      });
    });

    it('holds the start of a period and not its end', async () => {
      const project = aProject();
      const at = [NOON - 1, NOON, NOON + MINUTE - 1, NOON + MINUTE];
      await store.ledger.append(
        at.map((instant) =>
          anEvent({ project, at: instant, sessionId: `s${instant}`, visitor: visitor('ann') }),
        ),
      );
      const minute = { from: NOON, to: NOON + MINUTE };
      expect(await totalsOf(store, project, minute)).toMatchObject({ events: 2, pageviews: 2, sessions: 2 });
      expect(await totalsOf(store, project, { from: NOON, to: NOON })).toEqual(NOTHING);
    });

    it('leaves an excluded event out of every measure', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, exclusion: 'no_javascript', origin: 'pixel' }),
        anEvent({
          project,
          exclusion: 'no_javascript',
          sessionId: 's',
          visitor: visitor('ann'),
          conversion: conversion(500),
        }),
      ]);
      expect(await totalsOf(store, project)).toEqual(NOTHING);
      expect(await store.reports.totals(ask(project, 'included'), EVER)).toMatchObject({
        events: 2,
        pageviews: 2,
      });
    });

    it('lets an excluded event neither start, stretch nor convert a session', async () => {
      const project = aProject();
      const apart = {
        project,
        sessionId: 's',
        exclusion: 'no_javascript',
        conversion: conversion(1),
      } as const;
      await store.ledger.append([
        anEvent({ ...apart, at: NOON - MINUTE, visitor: visitor('robot') }),
        anEvent({ project, sessionId: 's', visitor: visitor('ann') }),
        anEvent({ ...apart, at: NOON + MINUTE }),
      ]);
      const { sessions, convertedSessions, bounces, sessionDurationMs } = await totalsOf(store, project);
      expect({ sessions, convertedSessions, bounces, sessionDurationMs }).toEqual({
        sessions: 1,
        convertedSessions: 0,
        bounces: 1,
        sessionDurationMs: 0,
      });
      expect(await totalsOf(store, project, { from: NOON, to: NOON + 1 })).toMatchObject({ sessions: 1 });
    });

    it('finds an event with a corrected time by that time, and only once', async () => {
      const project = aProject();
      const corrected = { project, sessionId: 's', visitor: visitor('ann'), conversion: conversion(700) };
      const [early, late] = [NOON - 60 * MINUTE, NOON + 60 * MINUTE];
      await store.ledger.append([
        anEvent({ ...corrected, id: { ms: NOON, suffix: 'back' }, at: early }),
        anEvent({ ...corrected, id: { ms: NOON, suffix: 'ahead' }, at: late }),
      ]);
      expect(await totalsOf(store, project, { from: NOON, to: NOON + 1 })).toEqual(NOTHING);
      for (const from of [early, late]) {
        expect(await totalsOf(store, project, { from, to: from + 1 })).toMatchObject({
          visitors: 1,
          events: 1,
          conversions: 1,
          values: [{ currency: 'EUR', minor: 700, conversions: 1 }],
        });
      }
      expect(await totalsOf(store, project)).toMatchObject({ events: 2, conversions: 2, sessions: 1 });
    });

    it('counts a visitor once, however many events and sessions are theirs', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, visitor: visitor('ann'), sessionId: 's1' }),
        anEvent({ project, visitor: visitor('ann'), sessionId: 's2' }),
        anEvent({ project, visitor: visitor('ann') }),
        anEvent({ project, visitor: visitor('bob') }),
        anEvent({ project, visitor: null }),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ visitors: 2 });
    });

    it('tells a visitor that the SDK names from a user of the same name', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, visitor: visitor('42', 'sdk') }),
        anEvent({ project, visitor: visitor('42', 'user') }),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ visitors: 2 });
    });

    it('counts a visitor in every period in which they acted, and once over all', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, visitor: visitor('ann'), at: NOON }),
        anEvent({ project, visitor: visitor('ann'), at: NOON + MINUTE }),
      ]);
      const minutes = await store.reports.series(ask(project), [NOON, NOON + MINUTE, NOON + 2 * MINUTE]);
      expect(minutes.map(({ visitors }) => visitors)).toEqual([1, 1]);
      expect(await totalsOf(store, project)).toMatchObject({ visitors: 1 });
    });

    it('adds up the values of conversions in each currency, and never across two', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, conversion: conversion(12_990, 'EUR') }),
        anEvent({ project, conversion: conversion(-1_000, 'EUR') }),
        anEvent({ project, conversion: conversion(500, 'JPY') }),
        anEvent({ project, conversion: conversion(0, 'CHF') }),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({
        conversions: 4,
        values: [
          { currency: 'CHF', minor: 0, conversions: 1 },
          { currency: 'EUR', minor: 11_990, conversions: 2 },
          { currency: 'JPY', minor: 500, conversions: 1 },
        ],
      });
    });

    it('counts a conversion without an amount among conversions and not among values', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, conversion: { orderId: 'o1', amount: null } }),
        anEvent({ project, conversion: conversion(100) }),
      ]);
      const { conversions, values } = await totalsOf(store, project);
      expect(conversions).toBe(2);
      expect(values).toEqual([{ currency: 'EUR', minor: 100, conversions: 1 }]);
    });

    it('answers even where amounts add up past every integer', async () => {
      const project = aProject();
      const huge = Number.MAX_SAFE_INTEGER;
      await store.ledger.append(
        Array.from({ length: 1100 }, () => anEvent({ project, conversion: conversion(huge) })),
      );
      const [value] = (await totalsOf(store, project)).values;
      expect(value?.conversions).toBe(1100);
      expect((value?.minor ?? 0) / (1100 * huge)).toBeCloseTo(1, 12);
    });
  });
}
