import { describe, expect, it } from 'vitest';
import { adConsentOf } from '../../src/ad-platforms/forwarding/ad-consent.ts';

const nothingSaid = { consent: null, gpc: false, country: null };

describe('consent to ad platforms', () => {
  it('is denied where nothing was said in a country that asks first, and else nothing is claimed', () => {
    for (const country of ['DE', 'FR', 'RE', 'NO', 'GB', 'CH'])
      expect(adConsentOf({ ...nothingSaid, country }, 'by_country'), country).toEqual({
        isDenied: true,
        adUserData: 'denied',
        adPersonalization: 'denied',
      });
    for (const country of ['US', 'JP', 'TR', null])
      expect(adConsentOf({ ...nothingSaid, country }, 'by_country'), String(country)).toEqual({
        isDenied: false,
        adUserData: 'unspecified',
        adPersonalization: 'unspecified',
      });
  });

  it('is what the project says where nothing was said', () => {
    const inGermany = { ...nothingSaid, country: 'DE' };
    expect(adConsentOf(inGermany, 'granted')).toEqual({
      isDenied: false,
      adUserData: 'granted',
      adPersonalization: 'granted',
    });
    expect(adConsentOf({ ...nothingSaid, country: 'US' }, 'denied')).toMatchObject({ isDenied: true });
  });

  it.each(['ad_storage', 'ad_user_data'] as const)(
    'is denied by %s alone, whatever the project says',
    (of) => {
      const said = { ...nothingSaid, consent: { [of]: 'denied' as const } };
      expect(adConsentOf(said, 'granted')).toMatchObject({ isDenied: true });
    },
  );

  it('is granted in a country that asks first only for what was granted', () => {
    const asked = { gpc: false, country: 'DE' };
    const both = { ad_storage: 'granted', ad_user_data: 'granted' } as const;
    expect(adConsentOf({ ...asked, consent: both }, 'by_country')).toEqual({
      isDenied: false,
      adUserData: 'granted',
      adPersonalization: 'denied',
    });
    const half = { ad_user_data: 'granted' } as const;
    expect(adConsentOf({ ...asked, consent: half }, 'by_country')).toMatchObject({ isDenied: true });
  });

  it('to personalised ads alone holds nothing back', () => {
    const said = { ...nothingSaid, consent: { ad_personalization: 'denied' as const } };
    expect(adConsentOf(said, 'granted')).toEqual({
      isDenied: false,
      adUserData: 'granted',
      adPersonalization: 'denied',
    });
  });

  it('is denied by Global Privacy Control, whatever else was said', () => {
    const consent = { ad_storage: 'granted', ad_user_data: 'granted' } as const;
    expect(adConsentOf({ consent, gpc: true, country: 'US' }, 'granted')).toEqual({
      isDenied: true,
      adUserData: 'denied',
      adPersonalization: 'denied',
    });
  });
});
