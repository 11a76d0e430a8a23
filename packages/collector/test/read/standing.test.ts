import {
  type AdDeliveryState,
  DELIVERY_STATUSES,
  INTEGRATION_STATES,
  STATUS_OF_DELIVERY_STATE,
} from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { deliveriesWith, standingOf } from '../../src/read/deliveries/standing.ts';
import { anIntegration } from './an-integration.ts';

const STATES = Object.keys(STATUS_OF_DELIVERY_STATE) as AdDeliveryState[];

const integrationsIn = (state: (typeof INTEGRATION_STATES)[number]) =>
  new Map([['int_1', anIntegration({ id: 'int_1', state })]]);

const told = (state: AdDeliveryState, of: (typeof INTEGRATION_STATES)[number]) =>
  standingOf({ state, reason: 'a_reason', integration: 'int_1' }, integrationsIn(of));

describe('where a delivery stands', () => {
  it.each(['active', 'dry_run'] as const)('is told as it is while the integration is %s', (of) => {
    for (const state of STATES)
      expect(told(state, of)).toEqual({ status: STATUS_OF_DELIVERY_STATE[state], state, reason: 'a_reason' });
  });

  it.each(['paused', 'reconnect_required'] as const)(
    'is told as blocked while the integration is %s and it was still to be sent',
    (of) => {
      for (const state of ['held', 'waiting', 'blocked', 'retry_scheduled', 'throttled'] as const)
        expect(told(state, of)).toEqual({ status: 'pending', state: 'blocked', reason: of });
      for (const state of ['accepted', 'sending', 'delivered', 'rejected', 'skipped', 'cancelled'] as const)
        expect(told(state, of)).toMatchObject({ state });
    },
  );

  it('is found by the status that is told of it, whatever the integration does', () => {
    for (const of of INTEGRATION_STATES) {
      for (const status of DELIVERY_STATUSES) {
        const wanted = deliveriesWith({ status }, integrationsIn(of));
        const isStopped = wanted?.stopped.includes('int_1');
        const found = isStopped ? wanted?.statesOfStopped : wanted?.states;
        expect(found?.toSorted(), `${status} of ${of}`).toEqual(
          STATES.filter((state) => told(state, of).status === status).toSorted(),
        );
      }
    }
  });

  it('is asked for by nobody who asks for no status and no platform', () => {
    expect(deliveriesWith({}, integrationsIn('active'))).toBeUndefined();
  });
});
