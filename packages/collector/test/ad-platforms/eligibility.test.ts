import { AD_PLATFORMS, NETWORK_OF_PLATFORM } from '@cvq/contract';
import { DAY_MS } from '@cvq/contract/constants';
import type { ForwardedConversion } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { isClickAllowed } from '../../src/ad-platforms/forwarding/ad-consent.ts';
import { type Considered, eligibilityOf } from '../../src/ad-platforms/forwarding/eligibility.ts';
import { clickOf, retryUntil } from '../../src/ad-platforms/forwarding/retry-until.ts';
import { START } from '../collector.ts';
import { aForwardedConversion, anAdClaim, anIntegration, HASH } from './builders.ts';

type Given = Partial<Omit<Considered, 'conversion'>> & { conversion?: Partial<ForwardedConversion> | null };

function considered({ conversion, ...given }: Given = {}) {
  const integration = given.integration ?? anIntegration();
  return eligibilityOf({
    claim: anAdClaim(integration.platform),
    conversion: conversion === null ? null : aForwardedConversion(conversion),
    ...{ integration, unsaidConsent: 'by_country', hashes: {}, now: START },
    ...given,
  });
}

describe('a conversion is not sent', () => {
  it.each([
    ['that was erased', { conversion: null }, 'cancelled', 'erased'],
    ['that was removed', { conversion: { standing: 'removed' } }, 'cancelled', 'removed'],
    ['of a foreign host', { conversion: { standing: 'foreign_host' } }, 'skipped', 'foreign_host'],
    ['of a local page', { conversion: { standing: 'local_page' } }, 'skipped', 'local_page'],
    ['of a bot', { conversion: { standing: 'bot' } }, 'skipped', 'bot'],
    ['that repeats an order', { conversion: { standing: 'repeated' } }, 'skipped', 'duplicate_order'],
    ['of a type without a mapping', { conversion: { type: 'lead' } }, 'skipped', 'no_mapping'],
    ['of a type that every object has', { conversion: { type: 'constructor' } }, 'skipped', 'no_mapping'],
    ['that is denied', { conversion: { consent: { ad_user_data: 'denied' } } }, 'skipped', 'no_consent'],
    [
      'that is denied storage',
      { conversion: { consent: { ad_storage: 'denied' } } },
      'skipped',
      'no_consent',
    ],
    ['with Global Privacy Control', { conversion: { gpc: true } }, 'skipped', 'no_consent'],
    ['where silence is denial', { conversion: { consent: null, country: 'FR' } }, 'skipped', 'no_consent'],
    ['with nothing to match by', { conversion: { clicks: [] } }, 'skipped', 'no_identifier'],
    ['past its window', { now: START + 91 * DAY_MS }, 'expired', null],
  ] as const)('%s', (_, given, state, reason) => {
    expect(considered(given as Given)).toMatchObject({ next: { state, reason, dueAt: null } });
  });

  it('as a Purchase of Meta without a value, which Meta refuses; another event needs none', () => {
    const conversion = { amount: null, clicks: [{ name: 'fbclid', value: 'IwAR', at: START }] };
    const mappedTo = (action: string) =>
      anIntegration({ platform: 'meta_ads', actions: { purchase: action } });
    expect(considered({ integration: mappedTo('Purchase'), conversion })).toMatchObject({
      next: { state: 'skipped', reason: 'no_value', dueAt: null },
    });
    expect(considered({ integration: mappedTo('Lead'), conversion })).toHaveProperty('send');
  });

  it('before its own time: one that is dated ahead waits for it', () => {
    const at = START + DAY_MS;
    expect(considered({ conversion: { at } })).toMatchObject({
      next: { state: 'waiting', reason: null, dueAt: at, retryUntil: START - 1000 + 90 * DAY_MS },
    });
  });

  it('without a click of the platform where the integration wants its own clicks alone', () => {
    const integration = anIntegration({ send: 'own_clicks' });
    const conversion = { clicks: [{ name: 'msclkid', value: 'dd4a', at: START }] };
    const hashes = { email: [HASH] };
    expect(considered({ integration, conversion, hashes })).toMatchObject({
      next: { reason: 'no_identifier' },
    });
    expect(considered({ conversion, hashes })).toMatchObject({ send: { click: null, action: '555' } });
  });

  it('by a name or a place alone', () => {
    const hashes = { first_name: [HASH], city: [HASH] };
    expect(considered({ conversion: { clicks: [] }, hashes })).toMatchObject({
      next: { reason: 'no_identifier' },
    });
    for (const field of ['email', 'phone'] as const)
      expect(considered({ conversion: { clicks: [] }, hashes: { [field]: [HASH] } })).toHaveProperty('send');
  });

  it('once more where an attempt may have arrived that the platform would not know again', () => {
    const unknown = (platform: 'meta_ads' | 'microsoft_ads', clicks?: []) =>
      considered({
        integration: anIntegration({ platform }),
        claim: anAdClaim(platform, { unknownSince: START - 49 * 3_600_000, attempt: 2 }),
        conversion: clicks === undefined ? {} : { clicks },
        hashes: { email: [HASH] },
      });
    const stopped = { next: { state: 'failed', reason: 'outcome_unknown' } };
    expect(unknown('meta_ads')).toMatchObject(stopped);
    expect(unknown('microsoft_ads', [])).toMatchObject(stopped);
    expect(unknown('microsoft_ads')).toHaveProperty('send');
  });
});

it('the first reason against a conversion is the one that is told', () => {
  const all = { standing: 'bot', type: 'lead', gpc: true, clicks: [] } as const;
  const reasonOf = (conversion: Partial<ForwardedConversion>) => {
    const found = considered({ conversion });
    return 'next' in found ? found.next.reason : null;
  };
  expect(reasonOf(all)).toBe('bot');
  expect(reasonOf({ ...all, standing: 'counted' })).toBe('no_mapping');
  expect(reasonOf({ ...all, standing: 'counted', type: 'purchase' })).toBe('no_consent');
  expect(reasonOf({ ...all, standing: 'counted', type: 'purchase', gpc: false })).toBe('no_identifier');
});

describe('the window of a platform', () => {
  it('is 90 days after the click at Google and Microsoft, and after the conversion without one', () => {
    for (const platform of ['google_ads', 'microsoft_ads'] as const) {
      expect(retryUntil(platform, { at: START - DAY_MS }, START)).toBe(START + 89 * DAY_MS);
      expect(retryUntil(platform, null, START)).toBe(START + 90 * DAY_MS);
    }
  });

  it('is seven days after the conversion at Meta', () => {
    expect(retryUntil('meta_ads', { at: START - 80 * DAY_MS }, START)).toBe(START + 7 * DAY_MS);
    expect(retryUntil('meta_ads', null, START)).toBe(START + 7 * DAY_MS);
  });
});

describe('a click of another visit', () => {
  const granted = { ad_storage: 'granted', ad_user_data: 'granted' } as const;
  const visits = {
    denied: { consent: { ...granted, ad_user_data: 'denied' }, gpc: false, country: 'US' },
    'with Global Privacy Control': { consent: granted, gpc: true, country: 'US' },
    'silent where silence is a denial': { consent: null, gpc: false, country: 'DE' },
  } as const;

  it.each(Object.entries(visits))('is not allowed where that was %s', (_what, visit) => {
    expect(isClickAllowed({ visits: [visit] }, 'by_country')).toBe(false);
  });

  it('is allowed where that allowed it, or was the conversion’s own', () => {
    expect(isClickAllowed({ visits: [{ consent: granted, gpc: false, country: 'DE' }] }, 'by_country')).toBe(
      true,
    );
    expect(isClickAllowed({}, 'denied')).toBe(true);
  });
});

describe('the click of a platform', () => {
  const clicks = [
    { name: 'wbraid', value: 'w', at: START - 2 },
    { name: 'gclid', value: 'g', at: START - 2 },
    { name: 'fbclid', value: 'f', at: START - 1 },
  ];

  it('is one of its own', () => {
    const names = AD_PLATFORMS.map((platform) => [
      NETWORK_OF_PLATFORM[platform],
      clickOf(platform, clicks)?.name,
    ]);
    expect(Object.fromEntries(names)).toEqual({ google: 'gclid', meta: 'fbclid', microsoft: undefined });
  });

  it('is none that has an e-mail address, as older versions stored them', () => {
    const stored = [...clicks, { name: 'gclid', value: 'ada@shop.example', at: START - 1 }];
    expect(clickOf('google_ads', stored)?.value).toBe('g');
  });

  it('is the latest of its own', () => {
    const later = [...clicks, { name: 'gbraid', value: 'b', at: START - 1 }];
    expect(clickOf('google_ads', later)?.name).toBe('gbraid');
  });
});
