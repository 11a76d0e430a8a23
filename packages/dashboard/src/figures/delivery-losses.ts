import type { DeliveryAccount } from '@cvq/contract';
import { type ListChoice, WHOLE_LIST } from '../address/list-choice.ts';
import { lossWords, type Tone, toneOf } from './delivery-words.ts';

/** Conversions that a platform does not have, and the list of them. */
export type Loss = {
  readonly count: number;
  readonly words: string;
  readonly tone: Tone;
  readonly list: ListChoice;
};

/** What no report counts is listed by itself. */
const KIND_OF_REASON: Readonly<Record<string, ListChoice['kind']>> = {
  bot: 'bot',
  duplicate_order: 'duplicate',
};

/** Where the rest is: each state and reason by itself, what somebody can mend first. */
export function lossesOf({ platform, states }: Pick<DeliveryAccount, 'platform' | 'states'>): Loss[] {
  const losses = states
    .filter(({ status }) => status !== 'delivered')
    .map(({ deliveries, ...standing }) => ({
      count: deliveries,
      words: lossWords(standing),
      tone: toneOf(standing),
      list: {
        ...{ ...WHOLE_LIST, platform, state: standing.state, reason: standing.reason },
        kind: KIND_OF_REASON[standing.reason ?? ''] ?? ('counted' as const),
      },
    }));
  return losses.sort((one, other) => ORDER.indexOf(one.tone) - ORDER.indexOf(other.tone));
}

const ORDER: readonly Tone[] = ['down', 'warn', 'muted', 'up'];
