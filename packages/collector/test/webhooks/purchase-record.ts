import { type EventRecord, NO_FACTS } from '@cvq/storage';

const NOTHING_KNOWN = {
  userAgent: null,
  language: null,
  screen: null,
  browser: null,
  browserVersion: null,
  os: null,
  osVersion: null,
  device: null,
  country: null,
  region: null,
  city: null,
};

/** A purchase that a backend reports, with a click of an ad. */
export function purchaseRecord(project: string, at: number, suffix: string): EventRecord {
  return {
    project,
    id: { ms: at, suffix },
    at,
    receivedAt: at,
    origin: 'server',
    exclusion: null,
    bot: null,
    type: 'purchase',
    sessionId: 'session_1',
    visitor: { id: 'user_1', source: 'user' },
    userId: 'user_1',
    page: {
      url: 'https://shop.example/thanks',
      suffix: '?step=3',
      hostname: 'shop.example',
      path: '/thanks',
    },
    title: null,
    referrer: null,
    client: NOTHING_KNOWN,
    touch: {
      isTouch: true,
      channel: 'Paid Search',
      source: 'google',
      medium: 'cpc',
      campaign: 'brand',
      term: '(not set)',
      content: '(not set)',
      adPlatform: 'google_ads',
      referrer: '(not set)',
    },
    clickIds: { gclid: 'Cj0KCQiA' },
    conversion: { orderId: suffix, amount: { minor: 12990, currency: 'EUR' } },
    properties: { order_id: suffix, value: 129.9, currency: 'EUR' },
    facts: NO_FACTS,
    extras: {},
    sealedUserData: null,
    idempotency: null,
  };
}
