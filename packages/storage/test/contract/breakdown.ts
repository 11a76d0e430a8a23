import { DIMENSIONS, type Dimension } from '@cvq/contract';
import type { BreakdownGroup, Question } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aClient,
  anEvent,
  aPage,
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

/** The measures of a period by the values of a dimension. */
export function breakdownSuite(stores: Stores): void {
  describe('a breakdown', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    async function rowsBy(
      project: string,
      dimension: Dimension,
      { during = EVER, bots = 'excluded' as Question['bots'] } = {},
    ): Promise<BreakdownGroup[]> {
      const { rows } = await store.reports.breakdown(ask(project, bots), during, dimension);
      return rows.toSorted((a, b) => (a.value < b.value ? -1 : 1));
    }

    it.each(DIMENSIONS)('by %s has no rows in a project that is not known', async (dimension) => {
      expect(await rowsBy(aProject(), dimension)).toEqual([]);
    });

    it.each<[Dimension, string]>([
      ['channel', 'Paid Search'],
      ['source', 'google'],
      ['medium', 'cpc'],
      ['campaign', 'sale'],
      ['term', 'shoes'],
      ['content', 'top'],
      ['referrer', 'www.google.com'],
      ['ad_platform', 'google ads'],
      ['page', '/in'],
      ['entry_page', '/in'],
      ['exit_page', '/in'],
      ['hostname', 'shop.example'],
      ['country', 'DE'],
      ['region', 'DE-BE'],
      ['city', 'Berlin'],
      ['language', 'de'],
      ['device', 'desktop'],
      ['browser', 'Firefox'],
      ['os', 'Linux'],
      ['event_type', 'pageview'],
    ])('by %s has the values of that dimension', async (dimension, value) => {
      const project = aProject();
      await store.ledger.append([
        anEvent({
          project,
          sessionId: 's',
          visitor: visitor('ann'),
          page: aPage('/in'),
          client: aClient({
            browser: 'Firefox',
            os: 'Linux',
            device: 'desktop',
            language: 'de',
            country: 'DE',
            region: 'DE-BE',
            city: 'Berlin',
          }),
          touch: {
            isTouch: true,
            channel: 'Paid Search',
            source: 'google',
            medium: 'cpc',
            campaign: 'sale',
            term: 'shoes',
            content: 'top',
            adPlatform: 'google ads',
            referrer: 'www.google.com',
            campaignId: null,
          },
        }),
      ]);
      expect(await rowsBy(project, dimension)).toMatchObject([
        { value, visitors: 1, events: 1, pageviews: 1, sessions: 1 },
      ]);
    });

    it.each(DIMENSIONS.filter((dimension) => dimension !== 'event_type'))(
      'by %s says (not set) where a value is missing',
      async (dimension) => {
        const project = aProject();
        await store.ledger.append([anEvent({ project, sessionId: 's', touch: null })]);
        expect(await rowsBy(project, dimension)).toMatchObject([{ value: '(not set)', events: 1 }]);
      },
    );

    it('tells of no trend where a period has no buckets', async () => {
      const project = aProject();
      await store.ledger.append([anEvent({ project, sessionId: 's' })]);
      const { panels } = await store.reports.overview(ask(project), {
        now: { period: EVER, edges: [] },
        before: null,
        panels: [{ dimension: 'event_type', rows: 3 }],
        measure: { by: 'visitors', currency: 'EUR' },
      });
      expect(panels).toMatchObject([{ totalRows: 1, rows: [{ now: { events: 1 }, trend: [] }] }]);
    });

    it('tells the trend of sessions by when each began, whenever it had an event of the row', async () => {
      const project = aProject();
      const midnight = NOON + DAY / 2;
      const home = { project, visitor: visitor('ann'), page: aPage('/') };
      const order = { project, type: 'purchase', conversion: conversion(1), page: aPage('/') };
      await store.ledger.append([
        anEvent({ ...home, sessionId: 's1', at: midnight - 10 * MINUTE }),
        anEvent({ ...home, sessionId: 's1', at: midnight + 5 * MINUTE }),
        anEvent({ ...home, sessionId: 's1', at: midnight + 6 * MINUTE, type: 'signup' }),
        anEvent({ ...home, sessionId: 's2', at: midnight + 2 * DAY }),
        anEvent({ ...order, origin: 'server', sessionId: 's1', at: midnight + DAY }),
        anEvent({ ...order, origin: 'server', sessionId: 's2', at: midnight + DAY }),
      ]);
      const days = [-1, 0, 1, 2, 3].map((day) => midnight + day * DAY);
      const trends = async (edges: readonly number[]) => {
        const { panels } = await store.reports.overview(ask(project), {
          now: { period: { from: edges[0] as number, to: edges.at(-1) as number }, edges },
          before: null,
          panels: [
            { dimension: 'page', rows: 1 },
            { dimension: 'event_type', rows: 3 },
          ],
          measure: { by: 'sessions', currency: 'EUR' },
        });
        return panels.flatMap(({ rows }) =>
          rows.map(({ now, trend }) => [now.value, now.sessions, ...trend]),
        );
      };
      expect(await trends(days)).toEqual([
        ['/', 2, 1, 0, 0, 1],
        ['pageview', 2, 1, 0, 0, 1],
        ['purchase', 2, 1, 0, 0, 1],
        ['signup', 1, 1, 0, 0, 0],
      ]);
      // What began before the period is none of it.
      expect(await trends(days.slice(1))).toEqual([
        ['/', 1, 0, 0, 1],
        ['pageview', 1, 0, 0, 1],
        ['purchase', 1, 0, 0, 1],
        ['signup', 0, 0, 0, 0],
      ]);
    });

    it('has the first rows of a panel by its own measure, where it has one', async () => {
      const project = aProject();
      const from = (source: string, who: string) => ({
        ...{ project, visitor: visitor(who), sessionId: `${source} ${who}`, touch: aTouch({ source }) },
      });
      await store.ledger.append([
        anEvent(from('many', 'one')),
        anEvent(from('many', 'two')),
        anEvent({ ...from('rich', 'three'), conversion: conversion(100) }),
      ]);
      const { panels } = await store.reports.overview(ask(project), {
        now: { period: EVER, edges: [] },
        before: null,
        panels: [
          { dimension: 'source', rows: 1 },
          { dimension: 'source', rows: 1, by: 'visitors' },
        ],
        measure: { by: 'revenue', currency: 'EUR' },
      });
      expect(panels.map(({ rows }) => rows.map(({ now }) => now.value))).toEqual([['rich'], ['many']]);
    });

    it('has one row for what is missing and what says so itself', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, sessionId: 's' }),
        anEvent({ project, origin: 'pixel', exclusion: 'no_javascript', touch: null }),
      ]);
      expect(await rowsBy(project, 'campaign', { bots: 'included' })).toMatchObject([
        { value: '(not set)', events: 2 },
      ]);
    });

    it('gives all events of a session the attributes of its first browser event', async () => {
      const project = aProject();
      const german = aClient({ country: 'DE' });
      const french = aClient({ country: 'FR' });
      await store.ledger.append([
        anEvent({
          project,
          sessionId: 's',
          at: NOON + 1,
          client: french,
          touch: aTouch({ source: 'google' }),
        }),
        anEvent({ project, sessionId: 's', at: NOON, client: german, touch: aTouch({ source: 'letter' }) }),
        anEvent({ project, sessionId: 's', at: NOON - 1, origin: 'server', client: french }),
      ]);
      expect(await rowsBy(project, 'country')).toMatchObject([{ value: 'DE', events: 3, sessions: 1 }]);
      expect(await rowsBy(project, 'source')).toMatchObject([{ value: 'letter', events: 3, sessions: 1 }]);
    });

    it('gives an event without a session that has started its own attributes', async () => {
      const project = aProject();
      const own = { client: aClient({ country: 'FR' }), touch: aTouch({ source: 'google' }) };
      await store.ledger.append([
        anEvent({ project, origin: 'server', ...own }),
        anEvent({ project, origin: 'server', sessionId: 'never seen', ...own }),
      ]);
      expect(await rowsBy(project, 'country')).toMatchObject([{ value: 'FR', events: 2, sessions: 0 }]);
      expect(await rowsBy(project, 'source')).toMatchObject([{ value: 'google', events: 2, sessions: 0 }]);
      expect(await rowsBy(project, 'entry_page')).toMatchObject([
        { value: '(not set)', events: 2, sessions: 0 },
      ]);
    });

    it('finds where a session began and ended among its page views alone', async () => {
      const project = aProject();
      const view = (minute: number, path: string, type = 'pageview') =>
        anEvent({ project, sessionId: 's', at: NOON + minute * MINUTE, page: aPage(path), type });
      await store.ledger.append([
        view(3, '/d', 'click'),
        view(2, '/c'),
        view(0, '/a', 'click'),
        view(1, '/b'),
      ]);
      expect(await rowsBy(project, 'entry_page')).toMatchObject([{ value: '/b', events: 4, sessions: 1 }]);
      expect(await rowsBy(project, 'exit_page')).toMatchObject([{ value: '/c', events: 4, sessions: 1 }]);
    });

    it('counts sessions by their start and events by their own time', async () => {
      const project = aProject();
      const google = { sessionId: 's', touch: aTouch({ source: 'google' }) };
      await store.ledger.append([
        anEvent({ project, ...google, at: NOON - MINUTE }),
        anEvent({ project, ...google, at: NOON + MINUTE }),
      ]);
      const afternoon = { from: NOON, to: NOON + HOUR };
      expect(await rowsBy(project, 'source', { during: afternoon })).toMatchObject([
        { value: 'google', events: 1, sessions: 0, bounces: 0 },
      ]);
    });

    it('by what single events have counts a session in each of its rows, without measures of sessions', async () => {
      const project = aProject();
      const view = (path: string, sessionId: string) =>
        anEvent({ project, sessionId, page: aPage(path), visitor: visitor('ann') });
      await store.ledger.append([view('/a', 's1'), view('/a', 's1'), view('/b', 's1'), view('/b', 's2')]);
      const rest = { pageviews: 2, conversions: 0, values: [], convertedSessions: null, bounces: null };
      expect(await rowsBy(project, 'page')).toEqual([
        { value: '/a', visitors: 1, events: 2, sessions: 1, ...rest },
        { value: '/b', visitors: 1, events: 2, sessions: 2, ...rest },
      ]);
    });

    it.each<[Dimension, string]>([
      ['page', '/buy'],
      ['hostname', 'shop.example'],
      ['event_type', 'pageview'],
    ])('by %s counts no session that began before the period or after it', async (dimension, value) => {
      const project = aProject();
      const view = (at: number, sessionId: string) =>
        anEvent({ project, sessionId, at, page: aPage('/buy'), visitor: visitor(sessionId) });
      const afternoon = { from: NOON, to: NOON + HOUR };
      await store.ledger.append([
        view(NOON - MINUTE, 'early'),
        view(NOON + MINUTE, 'early'),
        view(NOON + MINUTE, 'in time'),
        // A server may have told of a session before its browser did.
        { ...view(NOON + MINUTE, 'late'), origin: 'server', id: { ms: NOON + MINUTE, suffix: 'server' } },
        view(NOON + HOUR, 'late'),
      ]);
      expect(await rowsBy(project, dimension, { during: afternoon })).toMatchObject([
        { value, events: 3, visitors: 3, sessions: 1 },
      ]);
    });

    it('has one row for a property that is empty and one that is missing', async () => {
      const project = aProject();
      const properties = { plan: '' };
      await store.ledger.append([anEvent({ project, properties }), anEvent({ project, properties: {} })]);
      const plan = 'property:plan';
      const notSet = { dimension: plan, operator: 'is', values: ['(not set)'] } as const;
      const question = { ...ask(project), filters: [notSet] };
      const { rows } = await store.reports.breakdown(ask(project), EVER, plan);
      expect(rows).toMatchObject([{ value: '(not set)', events: 2 }]);
      expect(await store.reports.totals(question, EVER)).toMatchObject({ events: 2 });
    });

    it('keeps the values of each currency apart in every row', async () => {
      const project = aProject();
      const sold = (country: string, minor: number, currency: string) =>
        anEvent({ project, client: aClient({ country }), conversion: conversion(minor, currency) });
      await store.ledger.append([
        sold('DE', 100, 'JPY'),
        sold('DE', 20, 'EUR'),
        sold('DE', 1, 'EUR'),
        sold('FR', 5, 'EUR'),
      ]);
      expect(await rowsBy(project, 'country')).toMatchObject([
        {
          value: 'DE',
          conversions: 3,
          values: [
            { currency: 'EUR', minor: 21, conversions: 2 },
            { currency: 'JPY', minor: 100, conversions: 1 },
          ],
        },
        { value: 'FR', conversions: 1, values: [{ currency: 'EUR', minor: 5, conversions: 1 }] },
      ]);
    });

    it('shows what runs no JavaScript only where bots are included, and never joins it to a session', async () => {
      const project = aProject();
      const german = aClient({ country: 'DE' });
      await store.ledger.append([
        anEvent({ project, sessionId: 's', visitor: visitor('ann'), client: german }),
        anEvent({ project, sessionId: 's', visitor: visitor('bot'), exclusion: 'no_javascript' }),
      ]);
      expect(await rowsBy(project, 'country')).toMatchObject([{ value: 'DE', events: 1, visitors: 1 }]);
      expect(await rowsBy(project, 'country', { bots: 'included' })).toMatchObject([
        { value: '(not set)', events: 1, visitors: 1, sessions: 0 },
        { value: 'DE', events: 1, visitors: 1, sessions: 1, bounces: 1 },
      ]);
    });

    it.each(['foreign_host', 'local_page', 'user_update'] as const)(
      'never shows an event kept apart as %s',
      async (exclusion) => {
        const project = aProject();
        await store.ledger.append([
          anEvent({ project, sessionId: 's', exclusion, conversion: conversion(1) }),
        ]);
        for (const bots of ['excluded', 'included'] as const) {
          for (const dimension of DIMENSIONS) {
            expect(await rowsBy(project, dimension, { bots }), `${dimension}, bots ${bots}`).toEqual([]);
          }
        }
      },
    );
  });
}
