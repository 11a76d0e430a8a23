import type { DeliveryAccount } from '@cvq/contract';
import { RETRY_OF_STATE } from '@cvq/contract/retry-of-state';
import { type ListChoice, WHOLE_LIST } from '../address/list-choice.ts';
import type { Loss } from './delivery-losses.ts';

/** What can be tried at a platform before its time, or once more. */
export type Retry = { readonly words: string; readonly list: ListChoice };

const WORDS = { retrying: 'Try now', failed: 'Try again' } as const;

/** The lists of what a platform might take after all, with all of it marked. Nothing is sent by one that is not active. */
export function retriesOf(
  { platform, integration_state }: Pick<DeliveryAccount, 'platform' | 'integration_state'>,
  losses: readonly Loss[],
): Retry[] {
  if (integration_state !== 'active') return [];
  const sent = losses.filter(({ state }) => RETRY_OF_STATE[state] === 'sent');
  return (['retrying', 'failed'] as const)
    .filter((status) => sent.some((loss) => loss.status === status))
    .map((status) => ({ words: WORDS[status], list: { ...WHOLE_LIST, platform, status, mark: 'all' } }));
}
