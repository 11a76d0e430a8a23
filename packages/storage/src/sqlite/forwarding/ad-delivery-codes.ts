import type { AdDeliveryState } from '@cvq/contract';
import { TAKEN_DELIVERY_STATES } from '@cvq/contract/constants';

/** What `ad_deliveries.state` says, by place. A code, once released, keeps its meaning: add at the end. */
const STATES = [
  'held',
  'waiting',
  'sending',
  'accepted',
  'blocked',
  'retry_scheduled',
  'throttled',
  'delivered',
  'duplicate',
  'unmatched',
  'failed',
  'rejected',
  'expired',
  'skipped',
  'dry_run',
  'cancelled',
] as const satisfies readonly AdDeliveryState[];

export const adStateCode = (state: AdDeliveryState): number => STATES.indexOf(state);

/**
 * The state that a code stands for.
 * @throws RangeError for a code that no version has written
 */
export function adStateOf(code: number): AdDeliveryState {
  const state = STATES[code];
  if (state === undefined) throw new RangeError(`Unknown code ${code} of a delivery's state`);
  return state;
}

/** What `step` says of a delivery, and of an attempt. */
export const STEP = { send: 0, verify: 1 } as const;
export type StepCode = (typeof STEP)[keyof typeof STEP];

export const stepOf = (code: StepCode): keyof typeof STEP => (code === STEP.send ? 'send' : 'verify');

const TAKEN: ReadonlySet<AdDeliveryState> = new Set(TAKEN_DELIVERY_STATES);

/** The platform has the conversion. */
export const isTaken = (state: AdDeliveryState): boolean => TAKEN.has(state);

const IS_SENDING = `claimed_at IS NOT NULL AND step = ${STEP.send}`;
/** It waits, whatever for, until the platform takes anything again. */
const IS_THROTTLED = `claimed_at IS NULL AND step = ${STEP.send} AND due_at < throttled_until`;

/**
 * SQL of what is told of a row of `ad_deliveries` beside that of its integration. While a worker has it, it is being sent;
 * what waits behind a throttle is throttled itself. What is asked about stays what it was.
 */
export const TOLD = {
  state: `CASE WHEN ${IS_SENDING} THEN ${adStateCode('sending')} WHEN ${IS_THROTTLED} THEN ${adStateCode('throttled')} ELSE state END`,
  reason: `iif(${IS_THROTTLED}, throttled_code, reason)`,
  nextAttemptAt: 'iif(claimed_at IS NULL, max(due_at, coalesce(throttled_until, 0)), NULL)',
} as const;
