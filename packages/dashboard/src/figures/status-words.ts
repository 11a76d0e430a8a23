import type { DeliveryStatus } from '@cvq/contract';

/** A status by itself, as the filter of the list names it. */
export const STATUS_WORDS: Readonly<Record<DeliveryStatus, string>> = {
  delivered: 'Delivered',
  pending: 'Waiting',
  retrying: 'Will be tried again',
  failed: 'Failed',
  skipped: 'Not sent',
};
