import { IDEMPOTENCY_MS } from '@cvq/contract';
import type { EventRecord } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { anEvent, aProject, NOON, unstorable } from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { everyEvent, type Stores, totalsOf } from './stores.ts';

/** Callers that repeat a request must not get a second event. */
export function idempotencySuite(stores: Stores): void {
  describe('an idempotency key', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    /** An event of its own id, as every request makes one. */
    const requested = (project: string, fingerprint = 'one', given: Partial<EventRecord> = {}) =>
      anEvent({
        project,
        origin: 'server',
        idempotency: { key: 'k 0', request: 'k *', fingerprint },
        ...given,
      });

    it('makes the same request a duplicate, which names the event that was stored', async () => {
      const project = aProject();
      const [first, again] = [requested(project), requested(project)];
      expect(await store.ledger.append([first])).toEqual([{ status: 'stored', id: first.id }]);
      expect(await store.ledger.append([again])).toEqual([{ status: 'duplicate', id: first.id }]);
      expect(await totalsOf(store, project)).toMatchObject({ events: 1 });
    });

    it('holds within one call', async () => {
      const project = aProject();
      const [first, again, other] = [requested(project), requested(project), requested(project, 'two')];
      expect(await store.ledger.append([first, again, other])).toEqual([
        { status: 'stored', id: first.id },
        { status: 'duplicate', id: first.id },
        { status: 'conflict', id: first.id },
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ events: 1 });
    });

    it('makes another request a conflict, which changes nothing', async () => {
      const project = aProject();
      const [first, other] = [requested(project), requested(project, 'two')];
      await store.ledger.append([first]);
      expect(await store.ledger.append([other])).toEqual([{ status: 'conflict', id: first.id }]);
      expect(await store.ledger.append([requested(project)])).toEqual([
        { status: 'duplicate', id: first.id },
      ]);
      expect((await everyEvent(store, project)).map(({ id }) => id)).toEqual([first.id]);
    });

    it('is remembered for a day from its request on, and free after exactly that', async () => {
      const project = aProject();
      const first = requested(project, 'one', { receivedAt: NOON });
      const last = requested(project, 'two', { receivedAt: NOON + IDEMPOTENCY_MS - 1 });
      const next = requested(project, 'two', { receivedAt: NOON + IDEMPOTENCY_MS });
      const afterwards = requested(project, 'one', { receivedAt: NOON + IDEMPOTENCY_MS + 1 });
      await store.ledger.append([first]);
      expect(await store.ledger.append([last])).toEqual([{ status: 'conflict', id: first.id }]);
      expect(await store.ledger.append([next])).toEqual([{ status: 'stored', id: next.id }]);
      expect(await store.ledger.append([afterwards])).toEqual([{ status: 'conflict', id: next.id }]);
    });

    it('does not live longer for being used again', async () => {
      const project = aProject();
      const first = requested(project, 'one', { receivedAt: NOON });
      const again = requested(project, 'one', { receivedAt: NOON + IDEMPOTENCY_MS - 1 });
      const next = requested(project, 'one', { receivedAt: NOON + IDEMPOTENCY_MS });
      await store.ledger.append([first, again]);
      expect(await store.ledger.append([next])).toEqual([{ status: 'stored', id: next.id }]);
    });

    it('stands for all elements of its request: one more of another request is a conflict too', async () => {
      const project = aProject();
      const element = (index: number, fingerprint: string) =>
        requested(project, fingerprint, {
          idempotency: { key: `k ${index}`, request: 'k *', fingerprint },
        });
      const [first, second] = [element(0, 'one'), element(1, 'one')];
      await store.ledger.append([first, second]);
      const repaired = [element(0, 'two'), element(1, 'two'), element(2, 'two')];
      expect(await store.ledger.append(repaired)).toEqual([
        { status: 'conflict', id: first.id },
        { status: 'conflict', id: second.id },
        { status: 'conflict', id: first.id },
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ events: 2 });
    });

    it('lets a repeat store what was refused at first', async () => {
      const project = aProject();
      const element = (index: number) =>
        requested(project, 'one', {
          idempotency: { key: `k ${index}`, request: 'k *', fingerprint: 'one' },
        });
      const [first, late] = [element(0), element(1)];
      await store.ledger.append([first]);
      expect(await store.ledger.append([element(0), late])).toEqual([
        { status: 'duplicate', id: first.id },
        { status: 'stored', id: late.id },
      ]);
    });

    it('is one per project', async () => {
      const [shop, blog] = [aProject(), aProject()];
      const [there, here] = [requested(shop), requested(blog, 'two')];
      expect(await store.ledger.append([there, here])).toEqual([
        { status: 'stored', id: there.id },
        { status: 'stored', id: here.id },
      ]);
    });

    it('is told apart by every letter', async () => {
      const project = aProject();
      const events = ['k', 'K', 'k '].map((key) =>
        requested(project, 'one', { idempotency: { key, request: `${key} *`, fingerprint: 'one' } }),
      );
      expect((await store.ledger.append(events)).map(({ status }) => status)).toEqual([
        'stored',
        'stored',
        'stored',
      ]);
    });

    it('holds after the store was opened again, and for another process', async () => {
      const project = aProject();
      const first = requested(project);
      const before = await stores.open('idempotency');
      await before.ledger.append([first]);
      const beside = await stores.open('idempotency');
      expect(await beside.ledger.append([requested(project)])).toEqual([
        { status: 'duplicate', id: first.id },
      ]);
      await Promise.all([before.close(), beside.close()]);
      const after = await stores.open('idempotency');
      expect(await after.ledger.append([requested(project, 'two')])).toEqual([
        { status: 'conflict', id: first.id },
      ]);
      await after.close();
    });

    it('is free again when its request was not stored', async () => {
      const project = aProject();
      await expect(store.ledger.append([requested(project), unstorable(project)])).rejects.toThrow();
      const other = requested(project, 'two');
      expect(await store.ledger.append([other])).toEqual([{ status: 'stored', id: other.id }]);
    });

    it('stands for its request also where the event was there already', async () => {
      const project = aProject();
      const event = anEvent({ project, origin: 'server' });
      await store.ledger.append([event]);
      const again = requested(project, 'one', { id: event.id });
      expect(await store.ledger.append([again])).toEqual([{ status: 'duplicate', id: event.id }]);
      expect(await store.ledger.append([requested(project, 'two')])).toEqual([
        { status: 'conflict', id: event.id },
      ]);
      expect(await totalsOf(store, project)).toMatchObject({ events: 1 });
    });

    it('is forgotten by a purge a day later, and not before', async () => {
      const project = aProject();
      const first = requested(project, 'one', { receivedAt: NOON });
      await store.ledger.append([first]);
      const late = (fingerprint: string) => requested(project, fingerprint, { receivedAt: NOON });
      await store.ledger.purge(NOON + IDEMPOTENCY_MS - 1);
      expect(await store.ledger.append([late('two')])).toEqual([{ status: 'conflict', id: first.id }]);
      await store.ledger.purge(NOON + IDEMPOTENCY_MS);
      const next = late('two');
      expect(await store.ledger.append([next])).toEqual([{ status: 'stored', id: next.id }]);
    });
  });
}
