import type { AdPlatformAdapter, SpendAdapter } from '../adapter.ts';
import { buildMeta } from './build.ts';
import { connectMeta, problemOfMeta } from './connect.ts';
import { type MetaApi, sendToMeta } from './send.ts';
import { type MetaInsights, metaSpend, metaSpendAccount } from './spend.ts';
import { testMeta } from './test.ts';

/**
 * Meta: conversions by the Conversions API, where what is taken counts, and there is nothing to ask later; spend by the
 * insights of an ad account.
 */
export function metaAdapter(api: MetaApi & Pick<MetaInsights, 'wait'>): AdPlatformAdapter & SpendAdapter {
  return {
    platform: 'meta_ads',
    problemOf: problemOfMeta,
    connect: connectMeta,
    build: buildMeta,
    send: (built, connection, signal) => sendToMeta(api, { built, connection }, signal),
    test: (connection, { actions }, signal) => testMeta(api, { connection, actions }, signal),
    spendAccount: (connection, account, signal) => metaSpendAccount(api, { connection, account }, signal),
    spend: ({ connection, account: { account } }, days, signal) =>
      metaSpend(api, { connection, account, days }, signal),
  };
}
