import { describe, expect, it } from 'vitest';
import type { PlatformConversion } from '../../src/ad-platforms/adapter.ts';
import { clickKeyAfter } from '../../src/ad-platforms/click-key.ts';
import { buildGoogle } from '../../src/ad-platforms/google/build.ts';
import { buildMeta } from '../../src/ad-platforms/meta/build.ts';
import { buildMicrosoft } from '../../src/ad-platforms/microsoft/build.ts';
import { CLICKS, CONVERSION, conversionsFor } from './conversions.ts';
import googleGolden from './golden/google_ads.json' with { type: 'json' };
import metaGolden from './golden/meta_ads.json' with { type: 'json' };
import microsoftGolden from './golden/microsoft_ads.json' with { type: 'json' };

type Golden = Readonly<Record<string, unknown>>;

const GOOGLE = { account: '1234567890', loginAccount: '9876543210', action: '7001' };

describe('what Google is sent of', () => {
  it.each(conversionsFor('google_ads'))('%s', (name, conversion) => {
    expect(buildGoogle(conversion, GOOGLE)).toEqual((googleGolden as Golden)[name]);
  });

  it('a later attempt has the key of the first, and nothing that was refused', () => {
    const conversion = { ...CONVERSION, orderId: 'another', click: CLICKS.google_ads };
    const earlier = { key: 'first', leftOut: ['gclid', 'emailAddress'] };
    const { body, key, identifiers } = buildGoogle(conversion, GOOGLE, earlier);
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

describe('what Meta is sent of', () => {
  it.each(conversionsFor('meta_ads'))('%s', (name, conversion) => {
    expect(buildMeta(conversion, { action: 'Purchase' })).toEqual((metaGolden as Golden)[name]);
  });

  it.each(['about:blank', '/thanks', 'android-app://shop'])('%s is no page of a web site', (pageUrl) => {
    const { body } = buildMeta({ ...CONVERSION, pageUrl }, { action: 'Purchase' });
    expect(body).toMatchObject({ data: [{ action_source: 'system_generated' }] });
    expect(JSON.stringify(body)).not.toMatch(/event_source_url|client_user_agent/);
  });

  it('a click id that is none is nothing at all, since it would lose the event', () => {
    const click = { name: 'fbclid', value: 'IwAR2F4 dbP0', at: CONVERSION.at };
    const { body, identifiers } = buildMeta({ ...CONVERSION, click, hashes: {} }, { action: 'Purchase' });
    expect(identifiers).toEqual([]);
    expect(JSON.stringify(body)).not.toContain('fbc');
  });

  it('a later attempt has the key of the first, and nothing that was refused', () => {
    const conversion: PlatformConversion = { ...CONVERSION, click: CLICKS.meta_ads };
    const earlier = { key: 'evt_1', leftOut: ['fbc', 'external_id'] };
    const { body, key, identifiers } = buildMeta(conversion, { action: 'Purchase' }, earlier);
    expect({ key, identifiers }).toEqual({ key: 'evt_1', identifiers: ['em'] });
    expect(body).toMatchObject({ data: [{ event_id: 'evt_1' }] });
    expect(JSON.stringify(body)).not.toMatch(/fbc|external_id/);
  });
});

describe('what Microsoft is sent of', () => {
  const TARGET = { action: 'Purchase (offline)' };

  it.each(conversionsFor('microsoft_ads'))('%s', (name, conversion) => {
    expect(buildMicrosoft(conversion, TARGET)).toEqual((microsoftGolden as Golden)[name]);
  });

  it('a second order of a click and second is a second later', () => {
    const conversion = { ...CONVERSION, click: CLICKS.microsoft_ads };
    const { key } = buildMicrosoft(conversion, TARGET);
    const second = buildMicrosoft(conversion, TARGET, { secondsLater: 1 });
    expect(second.key).not.toBe(key);
    expect(second.body).toMatchObject({
      OfflineConversions: [
        { MicrosoftClickId: CLICKS.microsoft_ads.value, ConversionTime: '2026-11-20T10:00:01Z' },
      ],
    });
  });

  it('a later attempt has the click and second of the first, whatever is known by now', () => {
    const { key } = buildMicrosoft({ ...CONVERSION, click: CLICKS.microsoft_ads }, TARGET);
    const later = { ...CONVERSION, at: CONVERSION.at + 5_000, click: null };
    expect(buildMicrosoft(later, TARGET, { key }).body).toMatchObject({
      OfflineConversions: [
        { MicrosoftClickId: CLICKS.microsoft_ads.value, ConversionTime: '2026-11-20T10:00:00Z' },
      ],
    });
  });

  it('a refused click is left out, and the second stays', () => {
    const conversion = { ...CONVERSION, click: CLICKS.microsoft_ads };
    const { key } = buildMicrosoft(conversion, TARGET);
    const repaired = buildMicrosoft(conversion, TARGET, { key, leftOut: ['MicrosoftClickId'] });
    expect(repaired).toMatchObject({ key, identifiers: ['HashedEmailAddress'] });
    expect(JSON.stringify(repaired.body)).not.toContain('MicrosoftClickId');
  });

  it('a conversion without a click has the id of its event as key, which no other has', () => {
    const { key } = buildMicrosoft(CONVERSION, TARGET);
    expect(key).toBe(CONVERSION.eventId);
    expect(clickKeyAfter(key, 1)).toBe(key);
  });
});
