import type { Integration } from '@cvq/storage';

/** An integration that sends purchases, with defaults for what does not matter to a test. */
export function anIntegration(given: Partial<Integration> = {}): Integration {
  return {
    id: 'int_1',
    project: 'proj_1',
    platform: 'google_ads',
    state: 'active',
    account: '1234567890',
    loginAccount: null,
    spendAccount: null,
    actions: { purchase: 'Purchase' },
    send: 'matchable',
    credentials: new Uint8Array(),
    credentialsVersion: 1,
    sendsFrom: 0,
    problem: null,
    createdAt: 0,
    ...given,
  };
}
