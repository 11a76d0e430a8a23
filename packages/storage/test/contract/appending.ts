import type { EventRecord } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anEvent,
  aProject,
  duplicateOf,
  MINUTE,
  NOON,
  someEvents,
  unstorable,
  visitor,
} from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { ask, EVER, everyEvent, NOTHING, outcomes, type Stores, totalsOf } from './stores.ts';

/** What happens to events on their way into the store. */
export function appendingSuite(stores: Stores): void {
  describe('appending', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    it('answers for each event in turn whether it was stored', async () => {
      const project = aProject();
      const [first, second, third] = someEvents(project, 3);
      expect(await outcomes(store, [first, second])).toEqual(['stored', 'stored']);
      expect(await outcomes(store, [first, third, second])).toEqual(['duplicate', 'stored', 'duplicate']);
    });

    it('tells which of some ids the project holds', async () => {
      const [project, other] = [aProject(), aProject()];
      const [first, second] = someEvents(project, 3);
      await store.ledger.append([first]);
      expect(await store.ledger.stored(project, [second.id, first.id])).toEqual([first.id]);
      expect(await store.ledger.stored(other, [first.id])).toEqual([]);
    });

    it('answers nothing for no event', async () => {
      expect(await outcomes(store, [])).toEqual([]);
    });

    it('changes nothing with a duplicate in the same call', async () => {
      const { event, altered } = duplicateOf(aProject());
      expect(await outcomes(store, [event, altered, event])).toEqual(['stored', 'duplicate', 'duplicate']);
      await expectOnly(store, event);
    });

    it('changes nothing with a duplicate in another call', async () => {
      const { event, altered } = duplicateOf(aProject());
      await store.ledger.append([event]);
      expect(await outcomes(store, [altered])).toEqual(['duplicate']);
      await expectOnly(store, event);
    });

    it('changes nothing with a duplicate after the store was opened again', async () => {
      const { event, altered } = duplicateOf(aProject());
      const before = await stores.open('reopened');
      await before.ledger.append([event]);
      await before.close();
      const after = await stores.open('reopened');
      expect(await outcomes(after, [altered])).toEqual(['duplicate']);
      await expectOnly(after, event);
      await after.close();
    });

    it('continues a session after the store was opened again', async () => {
      const project = aProject();
      const before = await stores.open('continued');
      await before.ledger.append([anEvent({ project, sessionId: 's', visitor: visitor('ann') })]);
      await before.close();
      const after = await stores.open('continued');
      await after.ledger.append([anEvent({ project, sessionId: 's', at: NOON + MINUTE })]);
      expect(await after.reports.totals(ask(project), EVER)).toMatchObject({
        visitors: 1,
        events: 2,
        sessions: 1,
        bounces: 0,
        sessionDurationMs: MINUTE,
      });
      await after.close();
    });

    it('keeps an id once per project, and in as many projects as send it', async () => {
      const [shop, blog] = [aProject(), aProject()];
      const event = anEvent({ project: shop });
      expect(await outcomes(store, [event, { ...event, project: blog }])).toEqual(['stored', 'stored']);
      expect(await totalsOf(store, shop)).toMatchObject({ events: 1 });
      expect(await totalsOf(store, blog)).toMatchObject({ events: 1 });
    });

    it('tells ids of one millisecond apart by their suffix, upper and lower case too', async () => {
      const project = aProject();
      const events = ['a', 'A', 'aa'].map((suffix) => anEvent({ project, id: { ms: NOON, suffix } }));
      expect(await outcomes(store, events)).toEqual(['stored', 'stored', 'stored']);
      expect(await totalsOf(store, project)).toMatchObject({ events: 3 });
    });

    it('stores none of a call in which one event cannot be stored, and works after', async () => {
      const project = aProject();
      const seen = { project, sessionId: 's', visitor: visitor('ann'), title: 'New here', userId: 'u-new' };
      const events = [anEvent(seen), anEvent({ ...seen, at: NOON + MINUTE, type: 'signup' })];
      await expect(store.ledger.append([...events, unstorable(project)])).rejects.toThrow();
      expect(await totalsOf(store, project)).toEqual(NOTHING);
      expect(await everyEvent(store, project)).toEqual([]);

      expect(await outcomes(store, events)).toEqual(['stored', 'stored']);
      expect(await everyEvent(store, project)).toEqual(events);
      expect(await totalsOf(store, project)).toMatchObject({
        visitors: 1,
        sessions: 1,
        sessionDurationMs: MINUTE,
      });
    });

    it('shows what was appended to whoever has the store open', async () => {
      const project = aProject();
      const [here, there] = [await stores.open('open twice'), await stores.open('open twice')];
      expect(await there.reports.totals(ask(project), EVER)).toEqual(NOTHING);
      const first = anEvent({ project, sessionId: 's', visitor: visitor('ann') });
      const second = anEvent({ project, sessionId: 's', visitor: visitor('ann'), at: NOON + MINUTE });
      await here.ledger.append([first]);
      expect(await there.reports.totals(ask(project), EVER)).toMatchObject({ events: 1, sessions: 1 });
      expect(await outcomes(there, [second, first])).toEqual(['stored', 'duplicate']);
      expect(await outcomes(here, [second])).toEqual(['duplicate']);
      expect(await here.reports.totals(ask(project), EVER)).toEqual(
        await there.reports.totals(ask(project), EVER),
      );
      expect(await here.reports.totals(ask(project), EVER)).toMatchObject({
        visitors: 1,
        events: 2,
        sessions: 1,
        sessionDurationMs: MINUTE,
      });
      await Promise.all([here.close(), there.close()]);
    });
  });
}

/** The store has this event of its project, and counts it and no other. */
async function expectOnly(store: EventStores, event: EventRecord): Promise<void> {
  expect(await everyEvent(store, event.project)).toEqual([event]);
  expect(await totalsOf(store, event.project)).toEqual({
    ...NOTHING,
    visitors: 1,
    events: 1,
    pageviews: 1,
    sessions: 1,
    bounces: 1,
    sessionPageviews: 1,
  });
}
