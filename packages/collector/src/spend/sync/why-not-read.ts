import type { Integration } from '@cvq/storage';
import { spendAccountOf } from '../../ad-platforms/spend/spend-account-of.ts';
import { isOfDemo } from '../../demo/demo-integrations.ts';

/** Why the spend of an integration is not read. A dry run only reads, so it is read. */
export type NotReadReason = 'demo' | 'paused' | 'no_account';

/** Null where it is read. */
export function whyNotRead(integration: Integration): NotReadReason | null {
  if (isOfDemo(integration)) return 'demo';
  if (integration.state === 'paused') return 'paused';
  return spendAccountOf(integration) === null ? 'no_account' : null;
}
