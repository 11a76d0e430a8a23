import { beforeAll, describe, expect, it } from 'vitest';
import { anEvent } from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { ask, EVER, type Stores, totalsOf } from './stores.ts';

export function askersSuite(stores: Stores): void {
  describe('somebody who asks', () => {
    let store: EventStores;
    const account = 'acc_shop';
    const gone = new Error('The client has gone');
    beforeAll(async () => {
      store = stores.shared();
      await store.ledger.append([anEvent({ project: 'proj_asked' })]);
    });

    it('gets the answer that everybody gets', async () => {
      const { signal } = new AbortController();
      const questions = store.reports.askedBy({ account, signal });
      expect(await questions.totals(ask('proj_asked'), EVER)).toEqual(await totalsOf(store, 'proj_asked'));
    });

    it('is not waited for once they have gone, and others are answered all the same', async () => {
      const leaving = new AbortController();
      const questions = store.reports.askedBy({ account, signal: leaving.signal });
      const asked = Array.from({ length: 50 }, () => questions.totals(ask('proj_asked'), EVER));
      const staying = totalsOf(store, 'proj_asked');
      leaving.abort(gone);
      for (const { status, reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[]) {
        expect([status, reason]).toEqual(['rejected', gone]);
      }
      expect(await staying).toMatchObject({ events: 1 });
      await expect(questions.activity('proj_asked', 0)).rejects.toBe(gone);
    });
  });
}
