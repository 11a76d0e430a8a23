import type { EventRecord } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anEvent,
  aProject,
  aTouch,
  conversion,
  DAY,
  HOUR,
  MINUTE,
  NOON,
  visitor,
} from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { ask, EVER, type Stores } from './stores.ts';

type Given = Partial<EventRecord>;

const view = (name: string, given: Given = {}): Given => ({
  sessionId: `session of ${name}`,
  visitor: visitor(name),
  ...given,
});
const serverSale = (userId: string | null, given: Given = {}): Given => ({
  origin: 'server',
  type: 'purchase',
  userId,
  visitor: userId === null ? null : visitor(userId, 'user'),
  conversion: conversion(100),
  at: NOON + HOUR,
  ...given,
});

/** Who counts as one visitor. Each case is told in both orders of arrival, with persons and without. */
export function personsSuite(stores: Stores): void {
  describe('a person', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    async function stored(events: readonly Given[]): Promise<string> {
      const project = aProject();
      for (const given of events) await store.ledger.append([anEvent({ project, ...given })]);
      return project;
    }

    /** Visitors, and how many took the steps of a funnel from page view to purchase. */
    async function counted(events: readonly Given[], persons: 'on' | 'off' = 'on') {
      const answers = [];
      for (const arriving of [events, events.toReversed()]) {
        const question = { ...ask(await stored(arriving)), persons };
        const { visitors } = await store.reports.totals(question, EVER);
        const { visitors: inRows, rows } = await store.reports.breakdown(question, EVER, 'country');
        const [hourly] = await store.reports.series(question, [EVER.from, EVER.to]);
        const funnel = { eventTypes: ['pageview', 'purchase'], windowMs: DAY, scope: 'visitor' } as const;
        const steps = await store.reports.funnel(question, EVER, funnel);
        expect([inRows, rows[0]?.visitors, hourly?.visitors]).toEqual([visitors, visitors, visitors]);
        answers.push({ visitors, steps: steps.map(({ count }) => count) });
      }
      expect(answers[1]).toEqual(answers[0]);
      return answers[0];
    }

    it('is the user of a browser, so that a server’s sale to that user stands in the funnel', async () => {
      const events = [view('ann'), view('ann', { userId: 'u1', at: NOON + MINUTE }), serverSale('u1')];
      expect(await counted(events)).toEqual({ visitors: 1, steps: [1, 1] });
      expect(await counted(events, 'off')).toEqual({ visitors: 2, steps: [1, 0] });
    });

    it('is one on several devices', async () => {
      const events = [
        view('phone'),
        view('phone', { type: 'identify', exclusion: 'user_update', userId: 'u1' }),
        view('laptop', { userId: 'u1', at: NOON + HOUR }),
      ];
      expect(await counted(events)).toMatchObject({ visitors: 1 });
      expect(await counted(events, 'off')).toMatchObject({ visitors: 2 });
    });

    it('is known by the session that a server names, whoever comes first', async () => {
      const events = [
        view('ann'),
        serverSale('u1', { sessionId: 'session of ann' }),
        view('other device', { userId: 'u1' }),
      ];
      expect(await counted(events)).toEqual({ visitors: 1, steps: [1, 1] });
      expect(await counted(events, 'off')).toEqual({ visitors: 2, steps: [2, 1] });
    });

    it('is each user of a shared device, and the device itself where nobody is named', async () => {
      const events = [
        view('shared', { userId: 'u1' }),
        view('shared', { userId: 'u2', at: NOON + 1 }),
        view('shared', { at: NOON + 2 }),
        serverSale('u2'),
      ];
      expect(await counted(events)).toEqual({ visitors: 3, steps: [3, 1] });
      expect(await counted(events, 'off')).toMatchObject({ visitors: 2 });
    });

    it('is nobody where nobody is named, and every visitor of a project without users', async () => {
      expect(await counted([serverSale(null)])).toEqual({ visitors: 0, steps: [0, 0] });
      const events = [view('ann'), view('bob'), view('ann', { at: NOON + DAY })];
      expect(await counted(events)).toEqual(await counted(events, 'off'));
    });

    it('is not known by what a foreign host says', async () => {
      const events = [
        view('ann'),
        view('ann', { exclusion: 'foreign_host', userId: 'u1' }),
        serverSale('u1'),
      ];
      expect(await counted(events)).toMatchObject({ visitors: 2 });
    });

    it('is not known by a user of the same name in another project', async () => {
      await stored([view('ann', { userId: 'u1' }), view('bob', { userId: 'u1' })]);
      expect(await counted([view('ann'), view('bob')])).toMatchObject({ visitors: 2 });
    });

    /** The source that a sale is credited to, by reports and of the single conversion alike. */
    async function credited(...events: Given[]): Promise<string | undefined> {
      const answers = [];
      for (const arriving of [events, events.toReversed()]) {
        const project = await stored(arriving);
        const { rows } = await store.reports.breakdown(ask(project), EVER, 'source');
        const slice = { order: 'newest_first', offset: 0, limit: 1 } as const;
        const { conversions } = await store.reports.conversions(ask(project), EVER, slice);
        const source = rows.find((row) => row.conversions > 0)?.value;
        expect(conversions[0]?.attribution.touch?.source).toBe(source);
        answers.push(source);
      }
      expect(answers[1]).toBe(answers[0]);
      return answers[0];
    }
    const from = (source: string, name: string, given: Given = {}) =>
      view(name, { touch: aTouch({ source }), at: NOON - DAY, ...given });
    const sale = (given: Given) => ({ type: 'purchase', conversion: conversion(100), ...given });

    it('is credited with visits of all its devices, whoever reports the sale', async () => {
      const phone = [from('google', 'phone', { userId: 'u1' })];
      expect(await credited(...phone, view('laptop', sale({ userId: 'u1' })))).toBe('google');
      expect(await credited(...phone, serverSale('u1'))).toBe('google');
      expect(
        await credited(...phone, view('laptop'), serverSale('u1', { sessionId: 'session of laptop' })),
      ).toBe('google');
    });

    it('is credited with no visit of another user of the device, and with those that name it', async () => {
      const first = from('google', 'shared', { sessionId: 'of u1', userId: 'u1', at: NOON - 2 * DAY });
      const second = from('letter', 'shared', { sessionId: 'of u2', userId: 'u2' });
      const unnamed = from('blog', 'shared', { sessionId: 'of nobody', at: NOON - HOUR });
      expect(await credited(first, second, unnamed, serverSale('u1'))).toBe('google');
      expect(await credited(first, second, unnamed, serverSale('u2'))).toBe('letter');
      expect(await credited(first, second, unnamed, view('shared', sale({})))).toBe('blog');
    });

    it('is credited with a visit that only an update of user data, or a server, says to be of the user', async () => {
      const visit = from('google', 'shared', { sessionId: 'of u1' });
      const other = view('shared', { sessionId: 'of u2', userId: 'u2' });
      const update = view('shared', {
        sessionId: 'of u1',
        type: 'identify',
        exclusion: 'user_update',
        userId: 'u1',
      });
      expect(await credited(visit, other, update, serverSale('u1'))).toBe('google');
      const lead = serverSale('u1', { type: 'note', conversion: null, sessionId: 'of u1', at: NOON });
      expect(await credited(visit, other, lead, serverSale('u1'))).toBe('google');
    });

    it('has a visit in which two users sign in, where it is the first of them', async () => {
      const visit = from('google', 'shared', { sessionId: 'both', userId: 'u1' });
      const second = view('shared', { sessionId: 'both', userId: 'u2', at: NOON - DAY + MINUTE });
      expect(await credited(visit, second, serverSale('u1'))).toBe('google');
      expect(await credited(visit, second, serverSale('u2'))).toBe('(direct)');
    });

    it('is credited with a visit that was found by visitor and time, however late its events come', async () => {
      const unnamed = { sessionId: null, visitor: visitor('shared') };
      const visit = from('google', 'shared', unnamed);
      const later = view('shared', { ...unnamed, at: NOON - DAY + 25 * MINUTE });
      const latest = view('shared', { ...unnamed, at: NOON - DAY + 50 * MINUTE, userId: 'u1' });
      const other = view('shared', { sessionId: 'of u2', userId: 'u2' });
      expect(await credited(visit, latest, later, other, serverSale('u1'))).toBe('google');
    });

    it('is credited with its own session, whoever else used that', async () => {
      const visit = from('google', 'shared', { sessionId: 'both', userId: 'u1' });
      expect(await credited(visit, view('shared', sale({ sessionId: 'both', userId: 'u2' })))).toBe('google');
      const borrowed = { orderId: 'o1', amount: null };
      const thanks = view('shared', {
        ...sale({}),
        sessionId: 'both',
        at: NOON - DAY + 1,
        conversion: borrowed,
      });
      expect(await credited(visit, thanks, serverSale('u3', { conversion: borrowed }))).toBe('google');
    });

    it('is credited with nothing where a sale names nobody', async () => {
      expect(await credited(from('google', 'ann', { userId: 'u1' }), serverSale(null))).toBe('(direct)');
    });
  });
}
