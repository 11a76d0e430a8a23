import type { AdDeliveryState } from './ad-platforms.ts';

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
  throttled: 'queued',
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
