import type { AdPlatformAdapter, SpendAdapter } from '../adapter.ts';
import type { Wait } from '../spend/wait-for-report.ts';
import { buildMicrosoft } from './build.ts';
import { connectMicrosoft, problemOfMicrosoft } from './connect.ts';
import { lookForGoal } from './look-for-goal.ts';
import { sendToMicrosoft } from './send.ts';
import { microsoftSpend } from './spend.ts';
import { microsoftSpendAccount } from './spend-account.ts';
import { testMicrosoft } from './test.ts';

type Microsoft = {
  /** Base address of the Campaign Management service. */
  readonly address: string;
  readonly version: string;
  /** Base address of the Customer Management service. */
  readonly customerAddress: string;
  /** Base address of the Reporting service. */
  readonly reportingAddress: string;
  /** Base address of the server of tokens. */
  readonly tokenAddress: string;
  readonly now: () => number;
  readonly wait: Wait;
};

/** Microsoft Advertising over REST: offline conversions, and reports of spend. */
export function microsoftAdapter(microsoft: Microsoft): AdPlatformAdapter & SpendAdapter {
  const { address, version, tokenAddress, now, wait } = microsoft;
  const api = { address, version, now };
  const reporting = { address: microsoft.reportingAddress, version, now, wait };
  const customers = { address: microsoft.customerAddress, version, now };
  return {
    platform: 'microsoft_ads',
    problemOf: problemOfMicrosoft,
    connect: (integration, credentials, storeRotated) =>
      connectMicrosoft({ address: tokenAddress, now }, { integration, credentials, storeRotated }),
    build: buildMicrosoft,
    lookForAction: lookForGoal(api),
    send: (built, connection, signal) => sendToMicrosoft(api, { built, connection }, signal),
    test: (connection, { actions }, signal) => testMicrosoft(api, { connection, actions }, signal),
    spendAccount: (connection, account, signal) =>
      microsoftSpendAccount(customers, { connection, account }, signal),
    spend: (of, days, signal) => microsoftSpend(reporting, { ...of, days }, signal),
  };
}
