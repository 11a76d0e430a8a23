import type { AdPlatform } from '@cvq/contract';
import type { AdDeliveryStore } from '@cvq/storage';
import type { AccountDeps } from '../accounts/actor.ts';
import type { AdPlatformAdapter, SpendAdapter } from '../ad-platforms/adapter.ts';
import type { Sealer } from '../secrets/sealer.ts';

/** What every rule of integrations works with. */
export type IntegrationDeps = AccountDeps & {
  readonly deliveries: Pick<AdDeliveryStore, 'owe' | 'countEarlier' | 'resume' | 'endDryRun' | 'cancel'>;
  /** Seals credentials. */
  readonly sealer: Sealer;
  readonly adapters: Readonly<Record<AdPlatform, AdPlatformAdapter & Pick<SpendAdapter, 'spendAccount'>>>;
};

/** Which integration is meant: a project has one of each platform at most. */
export type IntegrationName = { readonly project: string; readonly platform: string };
