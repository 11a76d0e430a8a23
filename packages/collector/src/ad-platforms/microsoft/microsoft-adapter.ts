import type { AdPlatformAdapter } from '../adapter.ts';
import { buildMicrosoft } from './build.ts';
import { clickKeyAfter } from './click-key.ts';
import { connectMicrosoft, problemOfMicrosoft } from './connect.ts';
import { sendToMicrosoft } from './send.ts';
import { testMicrosoft } from './test.ts';

type Microsoft = {
  /** Base address of the Campaign Management service. */
  readonly address: string;
  readonly version: string;
  /** Base address of the server of tokens. */
  readonly tokenAddress: string;
  readonly now: () => number;
};

/** Microsoft Advertising, by offline conversions over REST. */
export function microsoftAdapter({ address, version, tokenAddress, now }: Microsoft): AdPlatformAdapter {
  const api = { address, version, now };
  return {
    platform: 'microsoft_ads',
    problemOf: problemOfMicrosoft,
    connect: (integration, credentials, storeRotated) =>
      connectMicrosoft({ address: tokenAddress, now }, { integration, credentials, storeRotated }),
    build: buildMicrosoft,
    keyAfter: clickKeyAfter,
    send: (built, connection, signal) => sendToMicrosoft(api, { built, connection }, signal),
    test: (connection, { actions }, signal) => testMicrosoft(api, { connection, actions }, signal),
  };
}
