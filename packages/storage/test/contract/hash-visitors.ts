import { SESSION_IDLE_MS } from '@cvq/contract';
import type { EventRecord } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { anEvent, aProject, HOUR, MINUTE, NOON } from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { type Stores, totalsOf } from './stores.ts';

const MIDNIGHT = NOON + 12 * HOUR;

/** Visitors who are told apart by a hash of the day, and what happens to them at midnight. */
export function hashVisitorsSuite(stores: Stores): void {
  describe('a visitor who is known by a hash of the day', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    const yesterday = (project: string, at: number): EventRecord =>
      anEvent({ project, at, visitor: { id: 'old hash', source: 'hash' } });
    const today = (project: string, at: number, formerId: string | null = 'old hash'): EventRecord =>
      anEvent({ project, at, visitor: { id: 'new hash', source: 'hash', formerId } });

    it('stays the same one at midnight, while a session goes on', async () => {
      const project = aProject();
      await store.ledger.append([yesterday(project, MIDNIGHT - MINUTE)]);
      await store.ledger.append([today(project, MIDNIGHT + 20 * MINUTE)]);
      expect(await totalsOf(store, project)).toMatchObject({
        visitors: 1,
        sessions: 1,
        sessionDurationMs: 21 * MINUTE,
      });
    });

    it('stays the same one within one call too', async () => {
      const project = aProject();
      await store.ledger.append([yesterday(project, MIDNIGHT - MINUTE), today(project, MIDNIGHT + MINUTE)]);
      expect(await totalsOf(store, project)).toMatchObject({ visitors: 1, sessions: 1 });
    });

    it.each([
      [SESSION_IDLE_MS, 1],
      [SESSION_IDLE_MS + 1, 2],
    ])('after a pause of %i ms across midnight is %i', async (pause, visitors) => {
      const project = aProject();
      await store.ledger.append([yesterday(project, MIDNIGHT - 1)]);
      await store.ledger.append([today(project, MIDNIGHT - 1 + pause)]);
      expect(await totalsOf(store, project)).toMatchObject({ visitors, sessions: visitors });
    });

    it('is a new one when the session has reached the age of a day', async () => {
      const project = aProject();
      const steps = Array.from({ length: 97 }, (_, quarter) => MIDNIGHT - 24 * HOUR + quarter * 15 * MINUTE);
      await store.ledger.append(steps.map((at) => yesterday(project, at)));
      await store.ledger.append([today(project, MIDNIGHT + MINUTE)]);
      expect(await totalsOf(store, project)).toMatchObject({ visitors: 2, sessions: 2 });
    });

    it('is a new one where nobody was known by the former hash', async () => {
      const project = aProject();
      await store.ledger.append([today(project, MIDNIGHT + MINUTE), today(project, MIDNIGHT + 2 * MINUTE)]);
      expect(await totalsOf(store, project)).toMatchObject({ visitors: 1, sessions: 1 });
    });

    /** A rule on what is stored: it holds for events that come in the order of their times, and only for them. */
    it('is two where the event after midnight arrives before those of its session', async () => {
      const project = aProject();
      await store.ledger.append([today(project, MIDNIGHT + MINUTE)]);
      await store.ledger.append([yesterday(project, MIDNIGHT - MINUTE)]);
      expect(await totalsOf(store, project)).toMatchObject({ visitors: 2, sessions: 2 });
    });

    it('is a new one as soon as an event no longer tells the former hash, though a session goes on', async () => {
      const project = aProject();
      await store.ledger.append([
        yesterday(project, MIDNIGHT - 10 * MINUTE),
        today(project, MIDNIGHT + 15 * MINUTE),
        today(project, MIDNIGHT + 40 * MINUTE, null),
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ visitors: 2, sessions: 2 });
    });

    it('is not taken for a visitor of the SDK or a user with the same name', async () => {
      const project = aProject();
      for (const source of ['sdk', 'user'] as const) {
        await store.ledger.append([
          anEvent({ project, at: MIDNIGHT - MINUTE, visitor: { id: 'old hash', source } }),
        ]);
      }
      await store.ledger.append([today(project, MIDNIGHT + MINUTE)]);
      expect(await totalsOf(store, project)).toMatchObject({ visitors: 3, sessions: 3 });
    });
  });
}
