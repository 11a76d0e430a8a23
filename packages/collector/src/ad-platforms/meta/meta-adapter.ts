import type { AdPlatformAdapter } from '../adapter.ts';
import { buildMeta } from './build.ts';
import { connectMeta, problemOfMeta } from './connect.ts';
import { type MetaApi, sendToMeta } from './send.ts';
import { testMeta } from './test.ts';

/** Meta, by the Conversions API. What it takes counts: there is nothing to ask later. */
export function metaAdapter(api: MetaApi): AdPlatformAdapter {
  return {
    platform: 'meta_ads',
    problemOf: problemOfMeta,
    connect: connectMeta,
    build: buildMeta,
    send: (built, connection, signal) => sendToMeta(api, { built, connection }, signal),
    test: (connection, { actions }, signal) => testMeta(api, { connection, actions }, signal),
  };
}
