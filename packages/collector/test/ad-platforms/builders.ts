import type { AdPlatform } from '@cvq/contract';
import type { AdClaim, ForwardedConversion, Integration } from '@cvq/storage';
import type { PlatformAnswer } from '../../src/ad-platforms/adapter.ts';
import { START } from '../collector.ts';

export const HASH = 'a3'.repeat(32);

/** A conversion that every platform takes, unless the test says otherwise. */
export function aForwardedConversion(given: Partial<ForwardedConversion> = {}): ForwardedConversion {
  return {
    project: 'proj_shop',
    event: { ms: START, suffix: 'sale' },
    type: 'purchase',
    at: START,
    receivedAt: START,
    origin: 'browser',
    standing: 'counted',
    orderId: 'A-1001',
    amount: { minor: 12_990, currency: 'EUR' },
    properties: { items: [{ sku: 'TEAPOT-1', price: 129.9, quantity: 1 }] },
    consent: { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' },
    gpc: false,
    clicks: [
      { name: 'gclid', value: 'Cj0K', at: START - 1000 },
      { name: 'msclkid', value: 'dd4a', at: START - 1000 },
      { name: 'fbclid', value: 'IwAR', at: START - 1000 },
    ],
    userId: null,
    visitorId: 'v1',
    pageUrl: 'https://shop.example/thanks',
    userAgent: 'Mozilla/5.0',
    country: 'DE',
    userData: [],
    ...given,
  };
}

export function anIntegration(given: Partial<Integration> = {}): Integration {
  return {
    id: 'int_1',
    project: 'proj_shop',
    platform: 'google_ads',
    state: 'active',
    account: '1234567890',
    loginAccount: null,
    spendAccount: null,
    actions: { purchase: '555' },
    send: 'matchable',
    credentials: new Uint8Array(),
    credentialsVersion: 1,
    sendsFrom: 0,
    problem: null,
    createdAt: START,
    ...given,
  };
}

export function anAdClaim(platform: AdPlatform, given: Partial<AdClaim> = {}): AdClaim {
  return {
    destination: 'int_1',
    integration: 'int_1',
    project: 'proj_shop',
    event: { ms: START, suffix: 'sale' },
    platform,
    step: 'send',
    attempt: 1,
    claimedAt: START,
    tries: 0,
    reference: null,
    key: null,
    leftOut: [],
    unknownSince: null,
    unknownAnswers: 0,
    mayHaveArrived: false,
    acceptedAt: null,
    throttledFor: null,
    ...given,
  };
}

export function aPlatformAnswer(
  given: Partial<PlatformAnswer> & Pick<PlatformAnswer, 'class'>,
): PlatformAnswer {
  return {
    isOutcomeKnown: true,
    httpStatus: 200,
    code: null,
    message: null,
    field: null,
    leaveOut: null,
    retryAfterMs: null,
    reference: null,
    requestId: null,
    response: null,
    ...given,
  };
}
