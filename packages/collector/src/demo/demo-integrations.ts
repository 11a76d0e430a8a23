import type { AdPlatform } from '@cvq/contract';
import type { ControlStore, Integration } from '@cvq/storage';
import { randomBase62 } from '../keys/token.ts';
import type { Sealer } from '../secrets/sealer.ts';

type Account = Pick<Integration, 'account' | 'loginAccount' | 'spendAccount' | 'actions' | 'send'>;

const ACCOUNTS: Readonly<Record<AdPlatform, Account>> = {
  google_ads: {
    account: '1234567890',
    loginAccount: '9876543210',
    spendAccount: null,
    actions: { purchase: '700100200', signup: '700100201' },
    send: 'matchable',
  },
  meta_ads: {
    account: '100200300400500',
    loginAccount: null,
    spendAccount: 'act_500400300200100',
    actions: { purchase: 'Purchase', signup: 'CompleteRegistration' },
    send: 'matchable',
  },
  microsoft_ads: {
    account: '150100200',
    loginAccount: '250100200',
    spendAccount: null,
    actions: { purchase: 'Demo purchase' },
    send: 'own_clicks',
  },
};

/** No other id has an underscore in it. */
const PREFIX = 'int_demo_';

/** Whether an integration is one of the demo, which gives way to a real one. */
export function isOfDemo({ id }: Pick<Integration, 'id'>): boolean {
  return id.startsWith(PREFIX);
}

/**
 * Connects the demo project with every platform, since an instant. They are in dry run and have no credentials: whoever
 * sends what they owe builds it, and can ask no platform.
 */
export async function makeDemoIntegrations(
  control: ControlStore,
  { project, since, sealer }: { readonly project: string; readonly since: number; readonly sealer: Sealer },
): Promise<Integration[]> {
  // Nothing that an adapter could be handed, even if somebody ends the dry run.
  const credentials = sealer.seal('');
  const integrations = Object.entries(ACCOUNTS).map(
    ([platform, account]): Integration => ({
      id: `${PREFIX}${randomBase62(16)}`,
      project,
      platform: platform as AdPlatform,
      ...account,
      state: 'dry_run',
      credentials,
      credentialsVersion: 1,
      problem: null,
      sendsFrom: since,
      createdAt: since,
    }),
  );
  for (const integration of integrations) await control.createIntegration(integration);
  return integrations;
}
