import type { AdDeliveryState } from '@cvq/contract';

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

export function adStateOf(code: number): AdDeliveryState {
  const state = STATES[code];
  if (state === undefined) throw new RangeError(`Unknown code ${code} of a delivery's state`);
  return state;
}

/** What `step` says of a delivery, and of an attempt. */
export const STEP = { send: 0, verify: 1 } as const;
export type StepCode = (typeof STEP)[keyof typeof STEP];

export const stepOf = (code: StepCode): keyof typeof STEP => (code === STEP.send ? 'send' : 'verify');

/** The platform has the conversion. */
export function isTaken(state: AdDeliveryState): boolean {
  return TAKEN.has(state);
}
const TAKEN: ReadonlySet<AdDeliveryState> = new Set(['accepted', 'delivered', 'duplicate', 'unmatched']);

/**
 * SQL of the state that is told of a row: while a worker has it, it is being sent. What is asked about stays what it was.
 */
export const TOLD_STATE = `iif(claimed_at IS NOT NULL AND step = ${STEP.send}, ${adStateCode('sending')}, state)`;
