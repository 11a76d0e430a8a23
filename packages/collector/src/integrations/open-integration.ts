import type { AdPlatform } from '@cvq/contract';
import type { ControlStore, Integration } from '@cvq/storage';
import type { AdPlatformAdapter, PlatformConnection } from '../ad-platforms/adapter.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { openCredentials, sealCredentials } from './credentials.ts';

type OpeningDeps = {
  readonly control: Pick<ControlStore, 'changeIntegration'>;
  readonly sealer: Sealer;
  readonly adapters: Readonly<Record<AdPlatform, Pick<AdPlatformAdapter, 'connect'>>>;
};

/**
 * How an integration's platform is spoken to. A token that the platform replaces is stored, unless somebody else has stored
 * other credentials meanwhile. Opens no connection.
 * @throws when the credentials cannot be opened, since the installation's secret was lost
 */
export function openIntegration(
  { control, sealer, adapters }: OpeningDeps,
  integration: Integration,
): PlatformConnection {
  const { id, platform } = integration;
  let version = integration.credentialsVersion;
  return adapters[platform].connect(
    integration,
    openCredentials(sealer, integration),
    async (credentials) => {
      const sealed = sealCredentials(sealer, credentials);
      const isStored = await control.changeIntegration(id, { credentials: sealed }, version);
      if (isStored) version += 1;
      return isStored;
    },
  );
}
