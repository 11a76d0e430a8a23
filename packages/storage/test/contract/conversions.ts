import type { ConversionRecord, EventRecord, Period, Question } from '@cvq/storage';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anEvent,
  aProject,
  aTouch,
  conversion,
  DAY,
  HOUR,
  NOON,
  visitor,
} from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { tries } from '../histories.ts';
import { attributedTouch } from '../reduce-attribution.ts';
import { deedsIn, type History, historyOf } from '../reduce-history.ts';
import { byTime } from '../reduce-sessions.ts';
import { arrivals, mixedTraffic, period } from '../traffic.ts';
import { ask, EVER, type Stores } from './stores.ts';

const NEWEST = { order: 'newest_first', offset: 0, limit: 100 } as const;

/** Conversions one by one: the list that the totals count, and what each is credited to. */
export function conversionsSuite(stores: Stores): void {
  describe('conversions', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    it('are those that the totals count, newest first, each with the touch that it is attributed to', async () => {
      const traffic = mixedTraffic.chain((events) =>
        fc.record({ records: fc.constant(events), calls: arrivals(events) }),
      );
      const bots = fc.constantFrom<Question['bots']>('excluded', 'included');
      await fc.assert(
        fc.asyncProperty(traffic, period, bots, async ({ records, calls }, during, botsAsked) => {
          const project = aProject();
          for (const call of calls) await store.ledger.append(call.map((event) => ({ ...event, project })));
          const history = historyOf(
            project,
            records.map((event) => ({ ...event, project })),
          );
          const question = ask(project, botsAsked);
          for (const span of [EVER, during]) {
            const { conversions, total } = await store.reports.conversions(question, span, NEWEST);
            expect(conversions.map(credited)).toEqual(creditedIn(history, span, botsAsked));
            expect(total).toBe(conversions.length);
          }
        }),
        { numRuns: tries(150 * stores.share) },
      );
    });

    it('come in pages, in either order', async () => {
      const project = aProject();
      const at = [0, 1, 2, 3, 4].map((hour) => NOON + hour * HOUR);
      await store.ledger.append(
        at.map((at) => anEvent({ project, at, type: 'lead', conversion: conversion(1) })),
      );
      const times = async (order: 'newest_first' | 'oldest_first', offset: number) => {
        const page = await store.reports.conversions(ask(project), EVER, { order, offset, limit: 2 });
        expect(page.total).toBe(5);
        return page.conversions.map(({ event }) => event.at);
      };
      expect(await times('newest_first', 0)).toEqual([at[4], at[3]]);
      expect(await times('newest_first', 4)).toEqual([at[0]]);
      expect(await times('oldest_first', 2)).toEqual([at[2], at[3]]);
      expect(await times('oldest_first', 5)).toEqual([]);
    });

    it('of one instant come by their ids, in one order backwards', async () => {
      const project = aProject();
      const lead = (suffix: string) =>
        anEvent({ project, id: { ms: NOON, suffix }, type: 'lead', conversion: conversion(1) });
      await store.ledger.append([lead('b'), lead('a'), lead('c')]);
      const suffixes = async (order: 'newest_first' | 'oldest_first') => {
        const page = await store.reports.conversions(ask(project), EVER, { order, offset: 0, limit: 3 });
        return page.conversions.map(({ event }) => event.id.suffix);
      };
      expect(await suffixes('oldest_first')).toEqual(['a', 'b', 'c']);
      expect(await suffixes('newest_first')).toEqual(['c', 'b', 'a']);
    });

    it('name the click and the page of the visit that they are credited to', async () => {
      const project = aProject();
      const ann = { project, visitor: visitor('ann') };
      const page = { url: 'https://shop.example/sale', suffix: '', hostname: 'shop.example', path: '/sale' };
      const touch = aTouch({ source: 'google', medium: 'cpc' });
      const sale = anEvent({ ...ann, at: NOON + DAY, type: 'purchase', conversion: conversion(500) });
      await store.ledger.append([anEvent({ ...ann, page, touch, clickIds: { gclid: 'Cj0' } }), sale]);
      expect(await store.reports.conversion(project, sale.id)).toEqual({
        event: sale,
        isRepeat: false,
        counts: true,
        visit: null,
        userId: null,
        bot: null,
        hasUserData: false,
        attribution: { touch, at: NOON, clickIds: { gclid: 'Cj0' }, landingPage: page },
      });
    });

    it('are found by id also where they are not counted, and nothing else is', async () => {
      const project = aProject();
      const first = anEvent({ project, type: 'purchase', conversion: conversion(500, 'EUR', 'o1') });
      const again = anEvent({ ...first, id: { ms: NOON + 1, suffix: 'again' }, at: NOON + 1 });
      const view = anEvent({ project });
      await store.ledger.append([first, again, view]);
      expect(await store.reports.conversion(project, again.id)).toMatchObject({
        event: again,
        isRepeat: true,
      });
      expect(await store.reports.conversion(project, view.id)).toBeNull();
      expect(await store.reports.conversion(project, { ms: NOON, suffix: 'unknown' })).toBeNull();
      expect(await store.reports.conversion(aProject(), first.id)).toBeNull();
    });

    it('of bots are counted as requests of bots', async () => {
      const project = aProject();
      const pixel = { project, origin: 'pixel', exclusion: 'no_javascript' } as const;
      await store.ledger.append([
        anEvent(pixel),
        anEvent({ ...pixel, at: NOON + DAY }),
        anEvent({ project }),
      ]);
      expect(await store.reports.bots(ask(project), EVER)).toEqual([
        { category: 'other', name: 'No JavaScript', reasons: ['no_javascript'], requests: 2 },
      ]);
      expect(await store.reports.bots(ask(project), { from: NOON + 1, to: NOON + DAY })).toEqual([]);
    });
  });
}

const credited = ({ event, attribution }: ConversionRecord) => [event.id, attribution.touch];

function creditedIn(history: History, during: Period, bots: Question['bots']): unknown[] {
  return deedsIn(history, during, { bots })
    .filter(({ converts }) => converts)
    .toSorted((a, b) => byTime(b.event, a.event))
    .map((deed): [EventRecord['id'], unknown] => [deed.event.id, attributedTouch(deed, history)]);
}
