import {
  AD_PLATFORMS,
  type AdDeliveryState,
  INTEGRATION_STATES,
  SKIP_REASONS,
  STATUS_OF_DELIVERY_STATE,
} from '@cvq/contract';
import type { CountedAdDeliveries } from '@cvq/storage';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deliveryAccounts } from '../../src/read/deliveries/delivery-account.ts';
import { anIntegration } from './an-integration.ts';

const STATES = Object.keys(STATUS_OF_DELIVERY_STATE) as AdDeliveryState[];

const integration = anIntegration({ id: 'int_1', platform: 'google_ads' });
const integrations = new Map([[integration.id, integration]]);

/** All of conversions that count, unless told otherwise. */
const counts = (...of: readonly [AdDeliveryState, string | null, number, number?][]): CountedAdDeliveries[] =>
  of.map(([state, reason, deliveries, counted = deliveries]) => ({
    ...{ integration: 'int_1', platform: 'google_ads', state, reason, deliveries, counted },
  }));

describe('the account of deliveries', () => {
  it('follows conversions from what was owed to what was processed, and names each loss', () => {
    const [account] = deliveryAccounts(
      counts(
        ['delivered', null, 386, 385],
        ['unmatched', null, 2],
        ['accepted', null, 4],
        ['accepted', 'no_verdict', 1],
        ['rejected', 'INVALID_GCLID', 6],
        ['expired', null, 1],
        ['held', null, 3],
        ['throttled', null, 1],
        ['dry_run', 'dry_run', 2],
        ['skipped', 'no_identifier', 181],
        ['skipped', 'no_consent', 12],
        ['skipped', 'bot', 9, 0],
        ['skipped', 'duplicate_order', 5, 0],
        ['cancelled', 'removed', 1, 0],
      ),
      integrations,
    );
    expect(account).toMatchObject({
      platform: 'google_ads',
      integration_state: 'active',
      problem: null,
      owed: 598,
      matchable: 405,
      taken: 392,
      processed: 387,
      failed: 7,
      waiting: 4,
      dry_run: 2,
    });
    expect(account?.states[0]).toEqual({
      ...{ status: 'delivered', state: 'delivered', reason: null, deliveries: 386 },
    });
  });

  it('has a connected platform without deliveries, and one that was removed with its deliveries', () => {
    const other = anIntegration({ id: 'int_2', platform: 'meta_ads' });
    const told = deliveryAccounts(counts(['delivered', null, 1]), new Map([[other.id, other]]));
    expect(told).toMatchObject([
      { platform: 'meta_ads', integration_state: 'active', owed: 0, states: [] },
      { platform: 'google_ads', integration_state: 'removed', owed: 1, taken: 1 },
    ]);
  });

  it('tells what a stopped integration holds back as blocked, with its problem', () => {
    const problem = { code: 'invalid_grant', message: 'The token was revoked.', at: 0 };
    const stopped = { ...integration, state: 'reconnect_required' as const, problem };
    const [account] = deliveryAccounts(
      counts(['held', null, 2], ['blocked', 'auth', 1], ['retry_scheduled', null, 3], ['accepted', null, 1]),
      new Map([[stopped.id, stopped]]),
    );
    expect(account?.problem).toEqual({ ...problem, at: '1970-01-01T00:00:00.000Z' });
    expect(account?.states).toEqual([
      { status: 'pending', state: 'blocked', reason: 'reconnect_required', deliveries: 6 },
      { status: 'pending', state: 'accepted', reason: null, deliveries: 1 },
    ]);
  });

  const aCount = fc.record({
    integration: fc.constantFrom('int_1', 'int_gone'),
    platform: fc.constantFrom(...AD_PLATFORMS),
    state: fc.constantFrom(...STATES),
    reason: fc.option(fc.constantFrom(...SKIP_REASONS, 'auth', 'SOME_CODE')),
    deliveries: fc.integer({ min: 0, max: 1000 }),
    counted: fc.integer({ min: 0, max: 1000 }),
  });

  it('adds up, whatever the deliveries are and whatever the integration does', () => {
    fc.assert(
      fc.property(fc.array(aCount), fc.constantFrom(...INTEGRATION_STATES), (given, state) => {
        const told = deliveryAccounts(given, new Map([['int_1', { ...integration, state }]]));
        const all = told.flatMap(({ states }) => states).reduce((sum, each) => sum + each.deliveries, 0);
        expect(all).toBe(given.reduce((sum, { deliveries }) => sum + deliveries, 0));
        const owedInAll = told.reduce((sum, { owed }) => sum + owed, 0);
        expect(owedInAll).toBe(given.reduce((sum, { counted }) => sum + counted, 0));
        for (const { owed, matchable, taken, processed, failed, waiting, dry_run, states } of told) {
          expect(taken + failed + waiting + dry_run).toBe(matchable);
          expect(processed).toBeLessThanOrEqual(taken);
          expect(matchable).toBeLessThanOrEqual(owed);
          expect(states.every(({ deliveries }) => deliveries > 0)).toBe(true);
        }
      }),
    );
  });
});
