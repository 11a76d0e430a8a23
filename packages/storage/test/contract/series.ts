import { beforeAll, describe, expect, it } from 'vitest';
import { anEvent, aProject, MINUTE, NOON } from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { ask, NOTHING, type Stores } from './stores.ts';

/** The measures of neighbouring periods. */
export function seriesSuite(stores: Stores): void {
  describe('a series', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    it('has a bucket between every two edges, empty ones too', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, at: NOON }),
        anEvent({ project, at: NOON + 2 * MINUTE }),
      ]);
      const minutes = await store.reports.series(
        ask(project),
        [0, 1, 2, 3].map((minute) => NOON + minute * MINUTE),
      );
      expect(minutes.map(({ events }) => events)).toEqual([1, 0, 1]);
      expect(minutes[1]).toEqual(NOTHING);
    });

    it('of one edge or none has no bucket', async () => {
      expect(await store.reports.series(ask(aProject()), [NOON])).toEqual([]);
      expect(await store.reports.series(ask(aProject()), [])).toEqual([]);
    });
  });
}
