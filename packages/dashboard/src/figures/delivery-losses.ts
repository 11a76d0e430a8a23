import type { DeliveryAccount } from '@cvq/contract';
import { type ListChoice, WHOLE_LIST } from '../address/list-choice.ts';
import { lossWords, type ToldStanding, type Tone, toneOf } from './delivery-words.ts';

/** Conversions that a platform does not have, and the list of them. */
export type Loss = Pick<ToldStanding, 'status' | 'state'> & {
  readonly count: number;
  readonly words: string;
  readonly tone: Tone;
  readonly list: ListChoice;
};

/** Of conversions that no report counts: they have no part in what was counted, nor in where the rest of it is. */
const UNCOUNTED: ReadonlySet<string> = new Set(['bot', 'duplicate_order', 'removed']);

/** Where the rest is: each state and reason by itself, what somebody can mend first. */
export function lossesOf({ platform, states }: Pick<DeliveryAccount, 'platform' | 'states'>): Loss[] {
  const losses = states
    .filter(({ status, reason }) => status !== 'delivered' && !UNCOUNTED.has(reason ?? ''))
    .map(({ deliveries, ...standing }) => ({
      count: deliveries,
      status: standing.status,
      state: standing.state,
      words: lossWords(standing),
      tone: toneOf(standing),
      list: {
        ...WHOLE_LIST,
        platform,
        state: standing.state,
        reason: standing.reason,
        kind: 'counted' as const,
      },
    }));
  return losses.sort((one, other) => ORDER.indexOf(one.tone) - ORDER.indexOf(other.tone));
}

const ORDER: readonly Tone[] = ['down', 'warn', 'muted', 'up'];
