import type { AdDeliveryState } from '@cvq/contract';
import type { AdDelivery } from '@cvq/storage';
import type { Integrations } from './standing.ts';

/**
 * What a wish to send a conversion again comes to, by where its delivery stands. `sent`: it is sent. `sent_if_mended`: it
 * was held back for a reason, and is sent where that holds no more. `queued`: it is on its way. `taken`: the platform has
 * it. `over`: nothing can be done.
 */
export const RETRY_OF_STATE = {
  held: 'queued',
  waiting: 'queued',
  sending: 'queued',
  accepted: 'taken',
  blocked: 'sent',
  retry_scheduled: 'sent',
  throttled: 'sent',
  delivered: 'taken',
  duplicate: 'taken',
  unmatched: 'taken',
  failed: 'sent',
  rejected: 'sent',
  expired: 'over',
  skipped: 'sent_if_mended',
  dry_run: 'sent_if_mended',
  cancelled: 'over',
} as const satisfies Record<AdDeliveryState, 'sent' | 'sent_if_mended' | 'queued' | 'taken' | 'over'>;

/** Whether retry_delivery would send it as things are. */
export function mayRetry(
  delivery: AdDelivery,
  { integrations, now }: { readonly integrations: Integrations; readonly now: number },
): boolean {
  const { integration, state, retryUntil } = delivery;
  if (RETRY_OF_STATE[state] !== 'sent' || (retryUntil !== null && retryUntil < now)) return false;
  return integrations.get(integration)?.state === 'active';
}
