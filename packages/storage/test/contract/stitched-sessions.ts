import { SESSION_IDLE_MS, SESSION_MAX_MS } from '@cvq/contract';
import type { EventRecord } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anEvent,
  aPage,
  aProject,
  aTouch,
  conversion,
  HOUR,
  MINUTE,
  NOON,
  visitor,
} from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { ask, EVER, outcomes, type Stores, totalsOf } from './stores.ts';

/** Sessions that are found by visitor and time, where the client named none. */
export function stitchedSessionsSuite(stores: Stores): void {
  describe('sessions without an id of the client', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    const seen = (project: string, at: number, given: Partial<EventRecord> = {}) =>
      anEvent({ project, at, visitor: visitor('ann'), ...given });

    it('are continued by the same visitor within half an hour, in the same call or a later one', async () => {
      const project = aProject();
      await store.ledger.append([seen(project, NOON), seen(project, NOON + MINUTE)]);
      await store.ledger.append([seen(project, NOON + 20 * MINUTE)]);
      expect(await totalsOf(store, project)).toMatchObject({
        sessions: 1,
        sessionPageviews: 3,
        sessionDurationMs: 20 * MINUTE,
        bounces: 0,
      });
    });

    it.each([
      [SESSION_IDLE_MS, 1],
      [SESSION_IDLE_MS + 1, 2],
    ])('after a pause of %i ms are %i', async (pause, sessions) => {
      for (const times of [
        [NOON, NOON + pause],
        [NOON + pause, NOON],
      ]) {
        const [apart, together] = [aProject(), aProject()];
        for (const at of times) await store.ledger.append([seen(apart, at)]);
        await store.ledger.append(times.map((at) => seen(together, at)));
        expect(await totalsOf(store, apart)).toMatchObject({ sessions });
        expect(await totalsOf(store, together)).toMatchObject({ sessions });
      }
    });

    it.each([
      [SESSION_MAX_MS, 1],
      [SESSION_MAX_MS + 1, 2],
    ])('that go on for %i ms without a pause are %i', async (age, sessions) => {
      const project = aProject();
      const steps = Array.from({ length: 96 }, (_, quarter) => NOON + quarter * 15 * MINUTE);
      await store.ledger.append([...steps, NOON + age].map((at) => seen(project, at)));
      expect(await totalsOf(store, project)).toMatchObject({ sessions, sessionPageviews: 97 });
    });

    it('do not end at midnight', async () => {
      const project = aProject();
      const midnight = NOON + 12 * HOUR;
      await store.ledger.append([seen(project, midnight - MINUTE), seen(project, midnight + MINUTE)]);
      expect(await totalsOf(store, project)).toMatchObject({ sessions: 1, sessionDurationMs: 2 * MINUTE });
    });

    it('do not end with another campaign, and keep the touch of their first event', async () => {
      const project = aProject();
      await store.ledger.append([
        seen(project, NOON, { touch: aTouch({ source: 'letter' }) }),
        seen(project, NOON + MINUTE, { touch: aTouch({ source: 'google' }) }),
      ]);
      const { rows } = await store.reports.breakdown(ask(project), EVER, 'source');
      expect(rows).toMatchObject([{ value: 'letter', sessions: 1, events: 2 }]);
    });

    it('become one when an event that closes the pause between them arrives late', async () => {
      const project = aProject();
      await store.ledger.append([seen(project, NOON, { page: aPage('/in') })]);
      await store.ledger.append([seen(project, NOON + 40 * MINUTE, { page: aPage('/out') })]);
      expect(await totalsOf(store, project)).toMatchObject({ sessions: 2, bounces: 2 });
      await store.ledger.append([seen(project, NOON + 20 * MINUTE, { page: aPage('/between') })]);
      expect(await totalsOf(store, project)).toMatchObject({
        sessions: 1,
        bounces: 0,
        sessionPageviews: 3,
        sessionDurationMs: 40 * MINUTE,
      });
      expect((await store.reports.breakdown(ask(project), EVER, 'entry_page')).rows).toMatchObject([
        { value: '/in' },
      ]);
      expect((await store.reports.breakdown(ask(project), EVER, 'exit_page')).rows).toMatchObject([
        { value: '/out' },
      ]);
    });

    it('are cut elsewhere by their age when an earlier event arrives late', async () => {
      const project = aProject();
      const steps = Array.from({ length: 100 }, (_, quarter) => NOON + quarter * 15 * MINUTE);
      await store.ledger.append(steps.map((at) => seen(project, at)));
      const secondStart = NOON + 97 * 15 * MINUTE;
      const around = { from: secondStart, to: secondStart + 1 };
      expect(await totalsOf(store, project, around)).toMatchObject({ sessions: 1 });
      await store.ledger.append([seen(project, NOON - 15 * MINUTE)]);
      expect(await totalsOf(store, project, around)).toMatchObject({ sessions: 0 });
      const earlier = { from: secondStart - 15 * MINUTE, to: secondStart };
      expect(await totalsOf(store, project, earlier)).toMatchObject({ sessions: 1, sessionPageviews: 4 });
    });

    it('have the touch and the pages of an earlier event that arrives late', async () => {
      const project = aProject();
      await store.ledger.append([seen(project, NOON, { page: aPage('/second') })]);
      await store.ledger.append([
        seen(project, NOON - MINUTE, { page: aPage('/first'), touch: aTouch({ source: 'google' }) }),
      ]);
      expect((await store.reports.breakdown(ask(project), EVER, 'source')).rows).toMatchObject([
        { value: 'google', events: 2 },
      ]);
      expect((await store.reports.breakdown(ask(project), EVER, 'entry_page')).rows).toMatchObject([
        { value: '/first' },
      ]);
    });

    it('keep their conversions when they are cut anew', async () => {
      const project = aProject();
      const bought = { type: 'purchase', conversion: conversion(100, 'EUR', 'o1') };
      await store.ledger.append([seen(project, NOON), seen(project, NOON + 40 * MINUTE, bought)]);
      await store.ledger.append([seen(project, NOON + 20 * MINUTE)]);
      expect(await totalsOf(store, project)).toMatchObject({
        sessions: 1,
        convertedSessions: 1,
        conversions: 1,
      });
    });

    it('are told apart by visitor, by what names the visitor, and by project', async () => {
      const [shop, blog] = [aProject(), aProject()];
      await store.ledger.append([
        seen(shop, NOON),
        seen(shop, NOON, { visitor: visitor('bob') }),
        seen(shop, NOON, { visitor: visitor('ann', 'user') }),
        seen(shop, NOON, { visitor: visitor('ann', 'hash') }),
        seen(blog, NOON + MINUTE),
      ]);
      expect(await totalsOf(store, shop)).toMatchObject({ sessions: 4, bounces: 4 });
      expect(await totalsOf(store, blog)).toMatchObject({ sessions: 1, bounces: 1 });
    });

    it('are apart from those that a client named, whatever name it chose', async () => {
      const project = aProject();
      const first = seen(project, NOON);
      const named = `${first.id.ms} ${first.id.suffix}`;
      await store.ledger.append([first, seen(project, NOON + MINUTE, { sessionId: named })]);
      expect(await totalsOf(store, project)).toMatchObject({ sessions: 2, bounces: 2 });
    });

    it('are none without a visitor, for a backend, or for an excluded event', async () => {
      const project = aProject();
      await store.ledger.append([
        seen(project, NOON, { visitor: null }),
        seen(project, NOON, { origin: 'server' }),
        seen(project, NOON, { exclusion: 'user_update' }),
        seen(project, NOON, { exclusion: 'foreign_host' }),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ events: 2, sessions: 0 });
    });

    it('are not kept alive by an excluded event', async () => {
      const project = aProject();
      await store.ledger.append([
        seen(project, NOON),
        seen(project, NOON + 20 * MINUTE, { exclusion: 'user_update' }),
        seen(project, NOON + 40 * MINUTE),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ sessions: 2, bounces: 2 });
    });

    it('go by the corrected time of an event', async () => {
      const project = aProject();
      await store.ledger.append([
        seen(project, NOON),
        seen(project, NOON + 10 * MINUTE, { id: { ms: NOON + 9 * HOUR, suffix: 'fast' } }),
        seen(project, NOON + 5 * HOUR, { id: { ms: NOON + MINUTE, suffix: 'slow' } }),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ sessions: 2, sessionDurationMs: 10 * MINUTE });
    });

    it('go on after the store was opened again', async () => {
      const project = aProject();
      const before = await stores.open('stitched');
      await before.ledger.append([seen(project, NOON)]);
      await before.close();
      const after = await stores.open('stitched');
      await after.ledger.append([seen(project, NOON + MINUTE)]);
      await after.ledger.append([seen(project, NOON - MINUTE)]);
      expect(await totalsOf(after, project)).toMatchObject({ sessions: 1, sessionDurationMs: 2 * MINUTE });
      await after.close();
    });

    it('are all cut anew when one call brings late events around several of them', async () => {
      const project = aProject();
      const days = [0, 1, 2].map((day) => NOON + day * 24 * HOUR);
      const pairs = days.flatMap((at) => [seen(project, at), seen(project, at + 40 * MINUTE)]);
      await store.ledger.append(pairs);
      expect(await totalsOf(store, project)).toMatchObject({ sessions: 6 });
      const late = days.map((at) => seen(project, at + 20 * MINUTE));
      expect(await outcomes(store, late)).toEqual(['stored', 'stored', 'stored']);
      expect(await totalsOf(store, project)).toMatchObject({ sessions: 3, sessionDurationMs: 120 * MINUTE });
    });

    it('of another day are cut anew also where a chain too long for that comes before them', async () => {
      const project = aProject();
      const chain = Array.from({ length: 10_100 }, (_, second) => seen(project, NOON + second * 1000));
      const nextDay = NOON + 24 * HOUR;
      await store.ledger.append([...chain, seen(project, nextDay), seen(project, nextDay + 40 * MINUTE)]);
      await store.ledger.append([seen(project, NOON - MINUTE), seen(project, nextDay + 20 * MINUTE)]);
      expect(await totalsOf(store, project, { from: nextDay, to: nextDay + HOUR })).toMatchObject({
        events: 3,
        sessions: 1,
      });
    });
  });
}
