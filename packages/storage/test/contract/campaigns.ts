import { beforeAll, describe, expect, it } from 'vitest';
import {
  anEvent,
  aProject,
  aTouch,
  conversion,
  DAY,
  MINUTE,
  NOON,
  visitor,
} from '../../../../test/builders/event-records.ts';
import type { EventStores } from '../event-stores.ts';
import { byWords } from '../reduce-campaigns.ts';
import { ask, EVER, type Stores } from './stores.ts';

const SALE = {
  source: 'google',
  medium: 'cpc',
  channel: 'Paid Search',
  campaign: 'sale',
  adPlatform: 'google',
};

/** What came of the touches of a period. */
export function campaignsSuite(stores: Stores): void {
  describe('campaigns', () => {
    let store: EventStores;
    beforeAll(() => {
      store = stores.shared();
    });

    const groupsOf = async (project: string, during = EVER) =>
      (await store.reports.campaigns(ask(project), during)).toSorted(byWords);

    it('are none in a project that is not known', async () => {
      expect(await groupsOf(aProject())).toEqual([]);
    });

    it('are one where only words differ that a campaign is not known by', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, sessionId: '1', touch: aTouch({ ...SALE, term: 'shoes' }) }),
        anEvent({ project, sessionId: '2', touch: aTouch({ ...SALE, content: 'top' }) }),
        anEvent({ project, sessionId: '3', touch: aTouch({ ...SALE, campaign: 'brand' }) }),
      ]);
      const nothing = { campaignId: null, conversions: 0, values: [] };
      expect(await groupsOf(project)).toEqual([
        { ...SALE, ...nothing, campaign: 'brand', sessions: 1 },
        { ...SALE, ...nothing, sessions: 2 },
      ]);
    });

    it('are several where their ids differ, which are told as the links carried them', async () => {
      const project = aProject();
      const touches = [null, '18154247935', 'Spring', 'Spring'].map((campaignId) =>
        aTouch({ ...SALE, campaignId }),
      );
      await store.ledger.append(
        touches.map((touch, index) => anEvent({ project, sessionId: `${index}`, touch })),
      );
      const counts = { conversions: 0, values: [] };
      expect(await groupsOf(project)).toEqual([
        { ...SALE, campaignId: '18154247935', sessions: 1, ...counts },
        { ...SALE, campaignId: 'Spring', sessions: 2, ...counts },
        { ...SALE, campaignId: null, sessions: 1, ...counts },
      ]);
    });

    it('have conversions by the touch that they are credited to, also of visits before the period', async () => {
      const project = aProject();
      const ann = { project, visitor: visitor('ann') };
      await store.ledger.append([
        anEvent({ ...ann, sessionId: '1', at: NOON - DAY, touch: aTouch(SALE) }),
        anEvent({ ...ann, sessionId: '2', at: NOON, touch: aTouch() }),
        anEvent({ ...ann, sessionId: '2', at: NOON + MINUTE, touch: null, conversion: conversion(500) }),
      ]);
      const values = [{ currency: 'EUR', minor: 500, conversions: 1 }];
      expect(await groupsOf(project, { from: NOON, to: NOON + DAY })).toMatchObject([
        { source: '(direct)', sessions: 1, conversions: 0, values: [] },
        { ...SALE, sessions: 0, conversions: 1, values },
      ]);
    });

    it('have what nothing led to in the group of direct visits, and what has no touch in one of its own', async () => {
      const project = aProject();
      await store.ledger.append([
        anEvent({ project, sessionId: '1', touch: aTouch(), conversion: conversion(100) }),
        anEvent({ project, origin: 'server', touch: null, conversion: conversion(20, 'USD') }),
      ]);
      expect(await groupsOf(project)).toMatchObject([
        { source: '(direct)', medium: '(none)', channel: 'Direct', sessions: 1, conversions: 1 },
        { source: '(not set)', medium: '(not set)', channel: '(not set)', sessions: 0, conversions: 1 },
      ]);
    });
  });
}
