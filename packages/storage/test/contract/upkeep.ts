import { beforeAll, describe, expect, it } from 'vitest';
import {
  anEvent,
  aProject,
  conversion,
  DAY,
  NOON,
  visitor,
} from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { everyEvent, type Stores, totalsOf } from './stores.ts';

/** What a store does for its own sake: it changes no answer. */
export function upkeepSuite(stores: Stores): void {
  describe('upkeep', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    async function expectUnchanged(act: () => Promise<void>): Promise<void> {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, sessionId: 's', visitor: visitor('ann') }),
        anEvent({ project, visitor: visitor('ann'), conversion: conversion(100, 'EUR', 'o1') }),
      ]);
      const before = [await everyEvent(store, project), await totalsOf(store, project)];
      await act();
      expect([await everyEvent(store, project), await totalsOf(store, project)]).toEqual(before);
    }

    it('probes whether events can be kept and changes nothing', async () => {
      await expectUnchanged(() => store.ledger.probe());
      await expectUnchanged(() => store.ledger.probe());
    });

    it('forgets keys and user data, never events', async () => {
      await expectUnchanged(() => store.ledger.purge(NOON + 1000 * DAY));
    });
  });
}
