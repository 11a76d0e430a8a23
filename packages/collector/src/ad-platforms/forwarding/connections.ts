import type { AdPlatform } from '@cvq/contract';
import type { ControlStore, Integration } from '@cvq/storage';
import type { Sealer } from '../../secrets/sealer.ts';
import type { AdPlatformAdapter, Credentials, PlatformConnection } from '../adapter.ts';
import { openCredentials, sealCredentials } from '../sealed-credentials.ts';

type ConnectionDeps = {
  readonly adapters: Readonly<Record<AdPlatform, Pick<AdPlatformAdapter, 'connect'>>>;
  /** Of credentials. */
  readonly sealer: Sealer;
  readonly control: Pick<ControlStore, 'changeIntegration'>;
};

type Kept = { version: number; readonly accounts: string; readonly connection: PlatformConnection };

/** Integrations, opened: one connection for as long as credentials and accounts are the same, since it holds the token. */
export class Connections {
  readonly #deps: ConnectionDeps;
  readonly #kept = new Map<string, Kept>();

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
  }

  /** @throws CredentialsUnreadable */
  of(integration: Integration): PlatformConnection {
    const { id, platform, account, loginAccount, credentialsVersion } = integration;
    const accounts = JSON.stringify([account, loginAccount]);
    const kept = this.#kept.get(id);
    // A version before ours is one that we have replaced, and that was read before.
    if (kept?.accounts === accounts && credentialsVersion <= kept.version) return kept.connection;
    const { adapters, sealer, control } = this.#deps;
    const credentials = openCredentials(sealer, integration);
    const store = async (rotated: Credentials) => {
      const sealed = sealCredentials(sealer, rotated);
      const isStored = await control.changeIntegration(id, { credentials: sealed }, opened.version);
      if (isStored) opened.version += 1;
      return isStored;
    };
    const connection = adapters[platform].connect({ account, loginAccount }, credentials, store);
    const opened: Kept = { version: credentialsVersion, accounts, connection };
    this.#kept.set(id, opened);
    return connection;
  }
}
