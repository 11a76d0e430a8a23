import type { AdPlatformAdapter, SpendAdapter } from '../adapter.ts';
import { buildGoogle } from './build.ts';
import { connectGoogle } from './connect.ts';
import { problemOfGoogle } from './credentials.ts';
import { sendToGoogle } from './send.ts';
import { googleSpend, googleSpendAccount } from './spend.ts';
import { testGoogle } from './test.ts';
import { verifyWithGoogle } from './verify.ts';

type Google = {
  /** Base address of the Data Manager API. */
  readonly address: string;
  readonly version: string;
  /** Base address of the Google Ads API. */
  readonly adsAddress: string;
  readonly adsVersion: string;
  /** Base address of the server of tokens. */
  readonly tokenAddress: string;
  readonly now: () => number;
};

/**
 * Google Ads: conversions by the Data Manager API, one event a request, then the question what became of it; spend by the
 * Google Ads API.
 */
export function googleAdapter(google: Google): AdPlatformAdapter & SpendAdapter {
  const { address, version, tokenAddress, now } = google;
  const api = { address, version, now };
  const ads = { address: google.adsAddress, version: google.adsVersion, now };
  return {
    platform: 'google_ads',
    problemOf: problemOfGoogle,
    connect: (integration, credentials) =>
      connectGoogle({ address: tokenAddress, now }, integration, credentials),
    build: buildGoogle,
    send: (built, connection, signal) => sendToGoogle(api, { built, connection }, signal),
    verify: (reference, connection, signal) => verifyWithGoogle(api, { reference, connection }, signal),
    test: (connection, { actions }, signal) => testGoogle(api, { connection, actions }, signal),
    spendAccount: (connection, account, signal) => googleSpendAccount(ads, { connection, account }, signal),
    spend: ({ connection, account: { account } }, days, signal) =>
      googleSpend(ads, { connection, account, days }, signal),
  };
}
