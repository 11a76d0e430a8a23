import type { DeliveryStatus, WebhookDelivery } from '@cvq/contract';

/** Where a delivery of a webhook stands: as the glyph of deliveries to ad platforms, and in words. */
export const WEBHOOK_STATES = {
  pending: ['pending', 'Waiting'],
  attempting: ['pending', 'Being sent'],
  retry_scheduled: ['retrying', 'Will be tried again'],
  acknowledged: ['delivered', 'Acknowledged'],
  failed: ['failed', 'Failed'],
  cancelled: ['skipped', 'Taken back'],
} as const satisfies Record<WebhookDelivery['state'], readonly [DeliveryStatus, string]>;
