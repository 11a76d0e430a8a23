import type { EventRecord } from '@cvq/storage';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { anyEvents } from '../../../../test/builders/any-events.ts';
import { aClient, anEvent, aProject, NOON, someEvents } from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { tries } from '../histories.ts';
import { everyEvent, NOTHING, type Stores, totalsOf } from './stores.ts';

/** Events as they were appended. */
export function readingBackSuite(stores: Stores): void {
  describe('reading back', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    it('answers no event for a project that it does not know', async () => {
      expect(await store.log.events(aProject(), null, 10)).toEqual({ events: [], next: null });
    });

    it('gives every event once, in the order of ids, on pages of any size', async () => {
      const project = aProject();
      const events = someEvents(project, 7);
      await store.ledger.append(events.toReversed());
      await store.ledger.append(someEvents(aProject(), 2));
      for (const size of [1, 2, 3, 6, 7, 8, 100]) {
        expect(await everyEvent(store, project, size), `pages of ${size}`).toEqual(events);
      }
    });

    it('ends with a page that has no next', async () => {
      const project = aProject();
      const events = someEvents(project, 2);
      await store.ledger.append(events);
      expect(await store.log.events(project, null, 3)).toEqual({
        events: events.map((event) => ({ event, bot: null, conversion: null, session: null, order: null })),
        next: null,
      });
      const { next } = await store.log.events(project, null, 1);
      expect(next).toEqual(events[0]?.id);
    });

    it('ends a page early where events are large, and leads on to the rest', async () => {
      const project = aProject();
      const events = someEvents(project, 7).map((event) => ({
        ...event,
        properties: { text: 'x'.repeat(900_000) },
      }));
      await store.ledger.append(events);
      const first = await store.log.events(project, null, 100);
      expect(first.events.length).toBeLessThan(7);
      expect(await everyEvent(store, project)).toEqual(events);
    });

    it('gives every field of an event as it was appended', async () => {
      await fc.assert(
        fc.asyncProperty(anyEvents, async (generated) => {
          const project = aProject();
          const events = generated.map((event) => ({ ...event, project }));
          await store.ledger.append(events);
          expect(await everyEvent(store, project, 3)).toEqual(events.toSorted(byId));
        }),
        { numRuns: tries(60) },
      );
    });

    it('tells an empty text from none, in all that clients have', async () => {
      const project = aProject();
      const clients = [
        aClient(),
        aClient({ userAgent: '' }),
        aClient({ country: '' }),
        aClient({ city: '' }),
      ];
      const events = clients.map((client, index) => anEvent({ project, client, at: NOON + index }));
      await store.ledger.append(events);
      expect((await everyEvent(store, project)).map(({ client }) => client)).toEqual(clients);
    });

    it('gives an excluded event with the session that its client named', async () => {
      const project = aProject();
      const event = anEvent({ project, sessionId: 's', exclusion: 'user_update', type: 'identify' });
      await store.ledger.append([event]);
      expect(await everyEvent(store, project)).toEqual([event]);
      expect(await totalsOf(store, project)).toEqual(NOTHING);
    });

    it('never gives back what proves a request or what sealed user data it brought', async () => {
      const project = aProject();
      const idempotency = { key: 'k 0', request: 'k *', fingerprint: 'f' };
      await store.ledger.append([
        anEvent({ project, idempotency, sealedUserData: new Uint8Array([1, 2, 3]) }),
      ]);
      expect(await everyEvent(store, project)).toMatchObject([{ idempotency: null, sealedUserData: null }]);
    });

    it('keeps a property named __proto__ a property', async () => {
      const project = aProject();
      const properties = JSON.parse('{"__proto__":{"admin":true},"constructor":1}');
      await store.ledger.append([anEvent({ project, properties })]);
      const [event] = await everyEvent(store, project);
      expect(JSON.stringify(event?.properties)).toBe('{"__proto__":{"admin":true},"constructor":1}');
    });
  });
}

function byId(a: EventRecord, b: EventRecord): number {
  return a.id.ms - b.id.ms || (a.id.suffix < b.id.suffix ? -1 : 1);
}
