import type { DeliveryAccount } from '@cvq/contract';
import { expect, it } from 'vitest';
import { WHOLE_LIST } from '../src/address/list-choice.ts';
import { lossesOf } from '../src/figures/delivery-losses.ts';
import { retriesOf } from '../src/figures/delivery-retries.ts';

type Standing = Pick<DeliveryAccount['states'][number], 'status' | 'state'>;

const RETRYING: Standing = { status: 'retrying', state: 'retry_scheduled' };
const THROTTLED: Standing = { status: 'retrying', state: 'throttled' };
const REFUSED: Standing = { status: 'failed', state: 'rejected' };
const TOO_LATE: Standing = { status: 'failed', state: 'expired' };
const HELD: Standing = { status: 'pending', state: 'held' };

function offered(standings: readonly Standing[], integration_state: DeliveryAccount['integration_state']) {
  const states = standings.map((standing) => ({ ...standing, reason: null, deliveries: 1 }));
  const losses = lossesOf({ platform: 'meta_ads', states });
  return retriesOf({ platform: 'meta_ads', integration_state }, losses);
}

it.each([
  ['nothing where nothing is missing', [], 'active', []],
  ['what is to be tried later', [RETRYING], 'active', ['Try now']],
  ['what failed, once for all reasons', [REFUSED, REFUSED], 'active', ['Try again']],
  ['both, each with its list', [REFUSED, RETRYING, HELD], 'active', ['Try now', 'Try again']],
  ['nothing of a platform that asked to be left alone', [THROTTLED, HELD], 'active', []],
  ['nothing that is too late', [TOO_LATE], 'active', []],
  ['nothing where nothing is sent', [REFUSED, RETRYING], 'paused', []],
] as const)('the account of a platform offers %s', (_, standings, state, words) => {
  expect(offered(standings, state).map((retry) => retry.words)).toEqual(words);
});

it('leads to the list of what it offers, with all of it marked', () => {
  expect(offered([REFUSED], 'active')[0]?.list).toEqual({
    ...WHOLE_LIST,
    ...{ platform: 'meta_ads', status: 'failed', mark: 'all' },
  });
});
