import type { WebhookBody, WebhookTestType } from '@cvq/contract';
import { CONVERSION_REMOVED } from '@cvq/contract/constants';

/** What a test delivery says of each event type. */
export const TEST_EVENTS = {
  pageview: {},
  purchase: { order_id: 'TEST-1001', value: 129.9, currency: 'EUR' },
  lead: { lead_id: 'TEST-1002', form_name: 'Contact', lead_type: 'request' },
  signup: { plan: 'starter' },
  subscription: {
    subscription_id: 'TEST-1003',
    plan: 'growth',
    value: 49,
    currency: 'EUR',
    interval: 'month',
  },
  download: { download_id: 'TEST-1004', file_name: 'guide.pdf', category: 'guides' },
  [CONVERSION_REMOVED]: { order_id: 'TEST-1001', value: 129.9, currency: 'EUR' },
} as const satisfies Readonly<Record<WebhookTestType, WebhookBody['data']['properties']>>;
