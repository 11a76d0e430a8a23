import { describe, expect, it } from 'vitest';
import { buildGoogle } from '../../src/ad-platforms/google/build.ts';
import { CLICKS, CONVERSION, conversionsFor } from './conversions.ts';
import googleGolden from './golden/google_ads.json' with { type: 'json' };

const GOOGLE = { account: '1234567890', loginAccount: '9876543210', action: '7001' };

describe('what Google is sent of', () => {
  it.each(conversionsFor('google_ads'))('%s', (name, conversion) => {
    const golden: Readonly<Record<string, unknown>> = googleGolden;
    expect(buildGoogle(conversion, GOOGLE)).toEqual(golden[name]);
  });

  it('a later attempt has the key of the first, and nothing that was refused', () => {
    const conversion = { ...CONVERSION, orderId: 'another', click: CLICKS.google_ads };
    const { body, key, identifiers } = buildGoogle(conversion, GOOGLE, {
      key: 'first',
      leftOut: ['gclid', 'emailAddress'],
    });
    expect({ key, identifiers }).toEqual({ key: 'first', identifiers: [] });
    expect(body).toMatchObject({ events: [{ transactionId: 'first' }] });
    expect(JSON.stringify(body)).not.toMatch(/gclid|emailAddress|encoding/);
  });

  it('an account that is reached by itself names no login account', () => {
    const { body } = buildGoogle(CONVERSION, { ...GOOGLE, loginAccount: null });
    expect(body).toMatchObject({ destinations: [{ operatingAccount: { accountId: '1234567890' } }] });
    expect(JSON.stringify(body)).not.toContain('loginAccount');
  });
});
