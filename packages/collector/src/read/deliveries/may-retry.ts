import { RETRY_OF_STATE } from '@cvq/contract';
import type { AdDelivery, ConversionRecord } from '@cvq/storage';
import { actionOf } from '../../ad-platforms/forwarding/eligibility.ts';
import { retryUntil } from '../../ad-platforms/forwarding/retry-until.ts';
import type { Integrations } from './standing.ts';

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
