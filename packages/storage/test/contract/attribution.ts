import { ATTRIBUTION_WINDOW_MS } from '@cvq/contract';
import type { EventRecord, Question } from '@cvq/storage';
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

/** Which touch a conversion is credited to. */
export function attributionSuite(stores: Stores): void {
  describe('a conversion is credited to', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    const ann = visitor('ann');
    const visit = (sessionId: string, at: number, source: string | null, given: Given = {}): Given => ({
      sessionId,
      at,
      visitor: ann,
      touch: source === null ? aTouch() : aTouch({ source }),
      ...given,
    });
    const sale = (given: Given = {}): Given => ({ type: 'purchase', conversion: conversion(100), ...given });
    const backendSale = (given: Given = {}): Given =>
      sale({ origin: 'server', touch: aTouch(), visitor: null, ...given });

    /** The sources that conversions count for, with every order of arrival the same. */
    async function credited(...events: Given[]): Promise<Record<string, number>> {
      const answers: string[] = [];
      for (const arriving of [events, events.toReversed()]) {
        const project = aProject();
        for (const given of arriving) await store.ledger.append([anEvent({ project, ...given })]);
        const { rows } = await store.reports.breakdown(ask(project), EVER, 'source');
        const counted = rows
          .filter((row) => row.conversions > 0)
          .toSorted((a, b) => (a.value < b.value ? -1 : 1));
        const { conversions } = await store.reports.conversions(ask(project), EVER, {
          ...{ order: 'oldest_first', offset: 0, limit: 100 },
        });
        const listed = Map.groupBy(
          conversions,
          ({ attribution }) => attribution.touch?.source ?? '(not set)',
        );
        expect(Object.fromEntries(counted.map((row) => [row.value, row.conversions]))).toEqual(
          Object.fromEntries(Array.from(listed, ([source, own]) => [source, own.length])),
        );
        answers.push(JSON.stringify(Object.fromEntries(counted.map((row) => [row.value, row.conversions]))));
      }
      expect(answers[1]).toBe(answers[0]);
      return JSON.parse(answers[0] as string);
    }

    it('the touch of its own session', async () => {
      expect(await credited(visit('s', NOON, 'google', sale()))).toEqual({ google: 1 });
    });

    it('the last touch of its visitor, when its own session came directly', async () => {
      expect(
        await credited(
          visit('s1', NOON - 3 * DAY, 'google'),
          visit('s2', NOON - 2 * DAY, 'letter'),
          visit('s3', NOON - DAY, null),
          visit('s4', NOON, null, sale()),
        ),
      ).toEqual({ letter: 1 });
    });

    it('nothing but the direct visit, when the visitor never came by a touch', async () => {
      expect(await credited(visit('s1', NOON - DAY, null), visit('s2', NOON, null, sale()))).toEqual({
        '(direct)': 1,
      });
    });

    it('no touch that came after it', async () => {
      expect(await credited(visit('s1', NOON, null, sale()), visit('s2', NOON + MINUTE, 'google'))).toEqual({
        '(direct)': 1,
      });
    });

    it.each([
      ['exactly ninety days before', ATTRIBUTION_WINDOW_MS, { google: 1 }],
      ['a millisecond longer ago than that', ATTRIBUTION_WINDOW_MS + 1, { '(direct)': 1 }],
    ])('a touch as far back as ninety days: %s', async (_, age, expected) => {
      expect(await credited(visit('s1', NOON - age, 'google'), visit('s2', NOON, null, sale()))).toEqual(
        expected,
      );
    });

    it.each([
      ['began after it', NOON + 2000],
      ['began longer ago than ninety days', NOON - ATTRIBUTION_WINDOW_MS - DAY],
    ])('the touch of its own session, also where that %s', async (_, startedAt) => {
      const own = visit('s2', startedAt, 'google');
      expect(await credited(own, backendSale({ sessionId: 's2' }))).toEqual({ google: 1 });
      const earlier = visit('s1', NOON - ATTRIBUTION_WINDOW_MS - 2 * DAY, 'letter');
      expect(await credited(earlier, own, backendSale({ sessionId: 's2' }))).toEqual({ google: 1 });
      const recent = visit('s3', NOON - DAY, 'letter');
      expect(await credited(recent, own, backendSale({ sessionId: 's2' }))).toEqual(
        startedAt > NOON ? { google: 1 } : { letter: 1 },
      );
    });

    it('no touch of another visitor', async () => {
      expect(
        await credited(
          visit('s1', NOON - DAY, 'google', { visitor: visitor('bob') }),
          visit('s2', NOON, null, sale()),
        ),
      ).toEqual({ '(direct)': 1 });
    });

    it('the touch of the first event of a session, not of those after it', async () => {
      expect(
        await credited(
          visit('s', NOON, 'google'),
          visit('s', NOON + MINUTE, 'letter'),
          visit('s', NOON + 2 * MINUTE, null, sale()),
        ),
      ).toEqual({ google: 1 });
    });

    it('the touch of a session that was found by visitor and time', async () => {
      const hash = visitor('h', 'hash');
      expect(
        await credited(
          { at: NOON, visitor: hash, touch: aTouch({ source: 'google' }) },
          { at: NOON + 5 * HOUR, visitor: hash, ...sale() },
        ),
      ).toEqual({ google: 1 });
    });

    it('the touch that a backend sends with it, before all others', async () => {
      expect(
        await credited(
          visit('s', NOON - DAY, 'google'),
          backendSale({ sessionId: 's', touch: aTouch({ source: 'letter' }) }),
        ),
      ).toEqual({ letter: 1 });
    });

    it('the touch of the session that a backend names', async () => {
      expect(await credited(visit('s', NOON - DAY, 'google'), backendSale({ sessionId: 's' }))).toEqual({
        google: 1,
      });
    });

    it('the last touch of the visitor of the session that a backend names', async () => {
      expect(
        await credited(
          visit('s1', NOON - 2 * DAY, 'google'),
          visit('s2', NOON - DAY, null),
          backendSale({ sessionId: 's2' }),
        ),
      ).toEqual({ google: 1 });
    });

    const backendSaleOf = (userId: string, given: Given = {}) =>
      backendSale({ userId, visitor: visitor(userId, 'user'), ...given });

    it('the last touch of any visitor who was identified as the user that a backend names', async () => {
      expect(
        await credited(
          visit('s1', NOON - 3 * DAY, 'google', { userId: 'u1' }),
          visit('s2', NOON - 2 * DAY, 'letter', { visitor: visitor('bob'), userId: 'u1' }),
          visit('s3', NOON - DAY, 'blog', { visitor: visitor('cem'), userId: 'u2' }),
          backendSaleOf('u1'),
        ),
      ).toEqual({ letter: 1 });
    });

    it('the touch of the user, also when the visitor was identified after the sale', async () => {
      expect(
        await credited(
          visit('s1', NOON - DAY, 'google'),
          backendSaleOf('u1'),
          visit('s2', NOON + DAY, null, { userId: 'u1' }),
        ),
      ).toEqual({ google: 1 });
    });

    it('the touch of the user, when an update of user data is all that identified the visitor', async () => {
      expect(
        await credited(
          visit('s1', NOON - DAY, 'google'),
          visit('s1', NOON - DAY, null, { type: 'identify', exclusion: 'user_update', userId: 'u1' }),
          backendSaleOf('u1'),
        ),
      ).toEqual({ google: 1 });
    });

    it('no visitor whom only a foreign host calls that user', async () => {
      expect(
        await credited(
          visit('s1', NOON - DAY, 'google'),
          visit('s1', NOON - DAY, null, { exclusion: 'foreign_host', userId: 'u1' }),
          backendSaleOf('u1'),
        ),
      ).toEqual({ '(direct)': 1 });
    });

    it('the touch of the user, when no browser was seen in the session that a backend names', async () => {
      expect(
        await credited(
          visit('s1', NOON - DAY, 'google', { userId: 'u1' }),
          backendSaleOf('u1', { sessionId: 'of the backend' }),
        ),
      ).toEqual({ google: 1 });
    });

    it('its own arrival, when a backend names nobody who is known', async () => {
      expect(await credited(visit('s1', NOON - DAY, 'google'), backendSaleOf('u9'))).toEqual({
        '(direct)': 1,
      });
    });

    it('the touch of the user of its own project only', async () => {
      const [shop, blog] = [aProject(), aProject()];
      await store.ledger.append([
        anEvent({ project: shop, ...visit('s1', NOON - DAY, 'google', { userId: 'u1' }) }),
        anEvent({ project: blog, ...backendSaleOf('u1') }),
      ]);
      expect((await store.reports.breakdown(ask(blog), EVER, 'source')).rows).toMatchObject([
        { value: '(direct)', conversions: 1 },
      ]);
    });

    it('its touch, in the row of its own page, where a filter leaves out its session', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, ...visit('s1', NOON - DAY, 'google') }),
        anEvent({ project, ...visit('s2', NOON, null, sale()) }),
      ]);
      const filters: Question['filters'] = [{ dimension: 'source', operator: 'is', values: ['google'] }];
      const question = { ...ask(project), filters };
      const { rows } = await store.reports.breakdown(question, EVER, 'event_type');
      const told = rows.map(({ value, events, conversions }) => [value, events, conversions]);
      expect(told.toSorted()).toEqual([
        ['pageview', 1, 0],
        ['purchase', 0, 1],
      ]);
    });

    it('its touch with its value, while its session counts for how that came', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, ...visit('s1', NOON - DAY, 'google') }),
        anEvent({ project, ...visit('s2', NOON, null, sale()) }),
      ]);
      const { rows: today } = await store.reports.breakdown(
        ask(project),
        { from: NOON, to: NOON + DAY },
        'source',
      );
      expect(today.toSorted((a, b) => (a.value < b.value ? -1 : 1))).toEqual([
        {
          value: '(direct)',
          visitors: 1,
          events: 1,
          pageviews: 0,
          conversions: 0,
          values: [],
          sessions: 1,
          convertedSessions: 1,
          bounces: 0,
        },
        {
          value: 'google',
          visitors: 0,
          events: 0,
          pageviews: 0,
          conversions: 1,
          values: [{ currency: 'EUR', minor: 100, conversions: 1 }],
          sessions: 0,
          convertedSessions: 0,
          bounces: 0,
        },
      ]);
    });
  });
}
