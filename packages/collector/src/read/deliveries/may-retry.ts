import type { AdDeliveryState } from '@cvq/contract';
import type { AdDelivery, ConversionRecord } from '@cvq/storage';
import { actionOf } from '../../ad-platforms/forwarding/eligibility.ts';
import { retryUntil } from '../../ad-platforms/forwarding/retry-until.ts';
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

/** What a list knows of a conversion. */
export type DeliveredConversion = Pick<ConversionRecord, 'event' | 'counts'>;

type Known = {
  readonly conversion: DeliveredConversion;
  readonly integrations: Integrations;
  readonly now: number;
};

/**
 * Whether retry_delivery would send it, by what a list knows: it does not look at the person again, whose consent or
 * click may be another by now.
 */
export function mayRetry(delivery: AdDelivery, { conversion, integrations, now }: Known): boolean {
  const { platform, state } = delivery;
  const integration = integrations.get(delivery.integration);
  if (RETRY_OF_STATE[state] !== 'sent' || integration?.state !== 'active' || !conversion.counts) return false;
  const { at, type } = conversion.event;
  const until = delivery.retryUntil ?? retryUntil(platform, null, at);
  return now <= until && actionOf(integration, type) !== undefined;
}
