import { beforeAll, describe, expect, it } from 'vitest';
import { anEvent, aProject, HOUR, MINUTE, NOON } from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import type { Stores } from './stores.ts';

/** How alive a project is. */
export function activitySuite(stores: Stores): void {
  describe('activity', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    it('is none in a project without events', async () => {
      expect(await store.reports.activity(aProject(), 0, NOON)).toEqual({
        firstEventAt: null,
        lastEventAt: null,
        eventsSince: 0,
      });
    });

    it('tells when the first and the last event happened, and how many happened since an instant', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, at: NOON - 1 }),
        anEvent({ project, at: NOON }),
        anEvent({ project, at: NOON + MINUTE }),
        anEvent({ project: aProject(), at: NOON + 9 * MINUTE }),
      ]);
      expect(await store.reports.activity(project, NOON, NOON + HOUR)).toEqual({
        firstEventAt: NOON - 1,
        lastEventAt: NOON + MINUTE,
        eventsSince: 2,
      });
    });

    it('goes by the corrected time of an event, not by its id', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, id: { ms: NOON + 90 * MINUTE, suffix: 'fast' }, at: NOON - MINUTE }),
        anEvent({ project, id: { ms: NOON - 90 * MINUTE, suffix: 'slow' }, at: NOON + MINUTE }),
        anEvent({ project, id: { ms: NOON - 80 * MINUTE, suffix: 'slow' }, at: NOON }),
      ]);
      expect(await store.reports.activity(project, NOON, NOON + HOUR)).toEqual({
        firstEventAt: NOON - MINUTE,
        lastEventAt: NOON + MINUTE,
        eventsSince: 2,
      });
      expect(await store.reports.firstEvent(project, NOON + HOUR)).toBe(NOON - MINUTE);
    });

    it('takes no notice of what is ahead of now', async () => {
      const project = aProject();
      const year9999 = Date.UTC(9999, 11, 31);
      const ahead = [
        anEvent({ project, at: NOON + 1 }),
        anEvent({ project, id: { ms: 253_000_000_000, suffix: 'far' }, at: year9999 }),
        anEvent({ project, id: { ms: NOON, suffix: 'far' }, at: year9999 }),
      ];
      await store.ledger.append(ahead);
      expect(await store.reports.activity(project, 0, NOON)).toEqual({
        ...{ firstEventAt: null, lastEventAt: null, eventsSince: 0 },
      });
      expect(await store.reports.firstEvent(project, NOON)).toBeNull();
      await store.ledger.append([anEvent({ project, at: NOON - HOUR }), anEvent({ project, at: NOON })]);
      expect(await store.reports.firstEvent(project, NOON)).toBe(NOON - HOUR);
      expect(await store.reports.firstEvent(project, NOON - HOUR - 1)).toBeNull();
      expect(await store.reports.activity(project, NOON - MINUTE, NOON)).toEqual({
        firstEventAt: NOON - HOUR,
        lastEventAt: NOON,
        eventsSince: 1,
      });
    });
  });
}
