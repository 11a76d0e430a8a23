import type { AdPlatform } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { Refused } from '../../src/accounts/refused.ts';
import { openCredentials, sealCredentials } from '../../src/ad-platforms/sealed-credentials.ts';
import { parseAccountIds } from '../../src/integrations/account-ids.ts';
import { parseActions, parseMapping } from '../../src/integrations/actions.ts';
import { readCredentials } from '../../src/integrations/credentials.ts';
import { createCredentialSealer, createSecretSealer } from '../../src/secrets/sealer.ts';

/** What a wish is refused with. */
function refusalOf(wish: () => unknown): Refused {
  try {
    wish();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('It was not refused');
}

describe('credentials', () => {
  it.each<[what: string, platform: AdPlatform, text: string, kept: object]>([
    [
      'the key file of a service account, without what nobody needs',
      'google_ads',
      '{"type":"service_account","project_id":"p","private_key_id":"1","private_key":"PEM","client_email":"a@p.iam"}',
      { client_email: 'a@p.iam', private_key: 'PEM' },
    ],
    [
      'a downloaded client with the refresh token beside it',
      'google_ads',
      '{"installed":{"client_id":"c","client_secret":"s","auth_uri":"https://x"},"refresh_token":"r"}',
      { client_id: 'c', client_secret: 's', refresh_token: 'r' },
    ],
    [
      'a bare token of Meta',
      'meta_ads',
      `EAAB${'x'.repeat(40)}\n`,
      { access_token: `EAAB${'x'.repeat(40)}` },
    ],
    [
      'a token of Meta with a test code',
      'meta_ads',
      '{"access_token":" t ","test_event_code":"TEST1"}',
      { access_token: 't', test_event_code: 'TEST1' },
    ],
    [
      'an app of Microsoft without a secret',
      'microsoft_ads',
      '{"client_id":"c","developer_token":"d","refresh_token":"r","client_secret":null}',
      { client_id: 'c', developer_token: 'd', refresh_token: 'r' },
    ],
  ])('are read from %s', (_what, platform, text, kept) => {
    expect(readCredentials(platform, text)).toEqual(kept);
  });

  it.each<[AdPlatform, string, RegExp]>([
    ['google_ads', 'hidden', /not a JSON object\. Give a JSON object with client_email, private_key/],
    ['google_ads', '["hidden"]', /not a JSON object/],
    ['google_ads', '{"token":"hidden"}', /None of the fields of google_ads/],
    ['google_ads', '{"private_key":"hidden"', /not a JSON object/],
    ['meta_ads', 'hidden token', /or the access token alone/],
    ['microsoft_ads', '{"client_id":7}', /client_id is not a text/],
  ])('of %s that are %s are refused, and not repeated', (platform, text, says) => {
    const refusal = refusalOf(() => readCredentials(platform, text));
    expect(refusal).toMatchObject({ reason: 'bad_value', field: 'credentials' });
    expect(refusal.message).toMatch(says);
    expect(refusal.message).not.toContain('hidden');
  });

  it('are opened by the purpose and the secret that sealed them alone', () => {
    const secret = { sealing: 'a secret of the tests', alsoOpening: null };
    const credentials = sealCredentials(createCredentialSealer(secret), { access_token: 'hidden' });
    expect(Buffer.from(credentials).includes('hidden')).toBe(false);
    expect(openCredentials(createCredentialSealer(secret), { credentials })).toEqual({
      access_token: 'hidden',
    });
    expect(() => openCredentials(createSecretSealer(secret), { credentials })).toThrow();
    const other = { sealing: 'another secret of the tests', alsoOpening: null };
    expect(() => openCredentials(createCredentialSealer(other), { credentials })).toThrow();
    const both = { ...other, alsoOpening: secret.sealing };
    expect(openCredentials(createCredentialSealer(both), { credentials })).toEqual({
      access_token: 'hidden',
    });
  });
});

describe('ids of accounts', () => {
  it.each<[AdPlatform, string, string | null, object]>([
    ['google_ads', '123-456-7890', null, { account: '1234567890', loginAccount: null }],
    ['google_ads', ' 1234567890', '987 654 3210', { account: '1234567890', loginAccount: '9876543210' }],
    ['meta_ads', '1234567890123456', null, { account: '1234567890123456', loginAccount: null }],
    ['microsoft_ads', '180012345', '250012345', { account: '180012345', loginAccount: '250012345' }],
  ])('of %s are read from %s', (platform, account, loginAccount, ids) => {
    expect(parseAccountIds(platform, { account, loginAccount, spendAccount: null })).toMatchObject(ids);
  });

  it.each<[AdPlatform, string, string | null, string, RegExp]>([
    ['google_ads', '123-456-789', null, 'account_id', /Invalid id: 123-456-789\. Use the ten digits/],
    ['google_ads', '1234567890', 'AW-123', 'login_account_id', /ten digits of the manager account/],
    ['meta_ads', 'act_1234567890', null, 'account_id', /dataset \(pixel\)/],
    [
      'meta_ads',
      '1234567890123456',
      '1',
      'login_account_id',
      /not reached through another one\. Leave it out/,
    ],
    ['microsoft_ads', 'F110ABCD', '250012345', 'account_id', /not the account number with letters/],
    [
      'microsoft_ads',
      '180012345',
      null,
      'login_account_id',
      /through its customer, which is missing\. Use the customer id/,
    ],
  ])('of %s are refused: %s, through %s', (platform, account, loginAccount, field, says) => {
    const refusal = refusalOf(() => parseAccountIds(platform, { account, loginAccount, spendAccount: null }));
    expect(refusal.field).toBe(field);
    expect(refusal.message).toMatch(says);
  });

  it.each<[AdPlatform, string, string]>([
    ['meta_ads', '1234567890', 'act_1234567890'],
    ['meta_ads', ' act_1234567890', 'act_1234567890'],
    ['google_ads', '555-666-7777', '5556667777'],
  ])('whose spend of %s is read are read from %s', (platform, given, spendAccount) => {
    const ids = { account: '1234567890', loginAccount: null, spendAccount: given };
    expect(parseAccountIds(platform, ids).spendAccount).toBe(spendAccount);
  });

  it.each<[AdPlatform, string, RegExp]>([
    ['meta_ads', 'Shop', /Invalid id: Shop\. Use the id of the ad account: act in the address/],
    ['google_ads', 'act_1234567890', /account that runs the ads/],
    ['microsoft_ads', '180012345', /read from the account itself\. Leave it out/],
  ])('whose spend of %s would be read are refused: %s', (platform, spendAccount, says) => {
    const ids = { account: '1234567890', loginAccount: platform === 'meta_ads' ? null : '2345678901' };
    const refusal = refusalOf(() => parseAccountIds(platform, { ...ids, spendAccount }));
    expect(refusal.field).toBe('spend_account_id');
    expect(refusal.message).toMatch(says);
  });
});

describe('a mapping', () => {
  it('is read from texts; what follows the first = is the action', () => {
    expect(parseMapping(['purchase=12', ' lead = Goal = lead '])).toEqual({
      purchase: '12',
      lead: 'Goal = lead',
    });
  });

  it('of Meta has names of its own for the usual types, and only these, where none is given', () => {
    expect(parseActions('meta_ads', {})).toMatchObject({
      purchase: 'Purchase',
      signup: 'CompleteRegistration',
    });
    expect(parseActions('meta_ads', { purchase: 'Sale' })).toEqual({ purchase: 'Sale' });
  });

  it.each<[AdPlatform, string[], number | null, RegExp]>([
    ['google_ads', [], null, /No event type is mapped.*ctId/],
    ['google_ads', ['purchase'], 1, /Invalid mapping: purchase\. Write TYPE=ACTION/],
    ['google_ads', ['purchase=1', 'lead='], 2, /Invalid mapping: lead=/],
    ['google_ads', ['purchase=1', 'purchase=2'], 2, /mapped twice/],
    ['google_ads', ['purchase=AW-123/abc'], 1, /Invalid action for purchase.*number of a conversion action/],
    ['google_ads', ['conversion.removed=1'], 1, /Invalid event type/],
    ['meta_ads', [`purchase=${'x'.repeat(51)}`], 1, /up to 50 characters/],
    ['microsoft_ads', ['purchase=a\u0007b'], 1, /cannot be seen: U\+0007\. Write it anew/],
    ['microsoft_ads', [`purchase=${'x'.repeat(101)}`], 1, /offline conversion goal/],
    ['google_ads', Array.from({ length: 101 }, (_, index) => `t${index}=1`), null, /at most 100/],
  ])('of %s is refused: %j', (platform, texts, entry, says) => {
    const refusal = refusalOf(() => parseActions(platform, parseMapping(texts)));
    expect(refusal).toMatchObject({ reason: 'bad_value', field: 'map', entry });
    expect(refusal.message).toMatch(says);
  });
});
