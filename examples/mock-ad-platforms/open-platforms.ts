import { randomBytes } from 'node:crypto';
import { openGoogle } from './google/open-google.ts';
import { openServiceAccount } from './google/service-account.ts';
import type { GoogleClient } from './google/token-endpoint.ts';
import { openMeta } from './meta/open-meta.ts';
import { type Grants, type MicrosoftClient, openGrants } from './microsoft/grants.ts';
import { openMicrosoft } from './microsoft/open-microsoft.ts';
import { type MicrosoftAccount, MOCK_ACCOUNTS, type MockAccounts } from './mock-accounts.ts';
import type { MockPlatform } from './mock-platform.ts';
import type { PlatformName } from './mock-request.ts';
import { openTokens } from './open-tokens.ts';

/** The parts of an integration that are secret, as the platform itself hands them out. */
export const CREDENTIAL_NAMES = ['google-service-account', 'google-client', 'meta', 'microsoft'] as const;
export type CredentialName = (typeof CREDENTIAL_NAMES)[number];

export type PlatformOptions = {
  readonly accounts?: Partial<MockAccounts>;
  /** Epoch milliseconds; the system's clock without it. */
  readonly now?: () => number;
  /** How long Google takes to decide what becomes of a request. 10 minutes without it. */
  readonly processingMs?: number;
  /** A refresh token of Microsoft is worth nothing once it was used. Without it, it stays valid, as at Microsoft. */
  readonly revokesUsedRefreshTokens?: boolean;
  /** Rows of spend in one part of an answer. 100 without it. */
  readonly spendPageSize?: number;
};

export type Platforms = {
  readonly accounts: MockAccounts;
  readonly byName: Readonly<Record<PlatformName, MockPlatform>>;
  credentials(name: CredentialName): object;
  /** Everything that must never be found in a log or a store of a client. */
  secrets(): readonly string[];
  /** The time as the platforms see it for what they do later: deciding on a request, forgetting an event. */
  now(): number;
  advance(ms: number): void;
};

/** The three platforms, without a server. `address`: where they will be reached. */
export function openPlatforms(options: PlatformOptions, address: () => string): Platforms {
  const { now = Date.now, processingMs = 600_000, spendPageSize: pageSize = 100 } = options;
  const accounts: MockAccounts = { ...MOCK_ACCOUNTS, ...options.accounts };
  let ahead = 0;
  const later = () => now() + ahead;
  const google = openGoogleOf(
    { account: accounts.google, now, processingNow: later, processingMs, pageSize },
    address,
  );
  const microsoft = openMicrosoftOf(accounts.microsoft, options, address);
  const newToken = () => newSecret('EAAmock');
  const meta = openMeta({ account: accounts.meta, newToken, now, memoryNow: later, pageSize });
  return {
    accounts,
    byName: {
      google_ads: google.platform,
      meta_ads: meta,
      microsoft_ads: microsoft.platform,
    },
    credentials: (name) =>
      ({
        'google-service-account': () => google.serviceAccount.key(),
        'google-client': () => google.client,
        meta: () => ({ access_token: meta.token() }),
        microsoft: () => microsoft.client,
      })[name](),
    secrets: () => [...meta.tokens(), ...google.secrets(), ...microsoft.secrets()],
    now: later,
    advance: (ms) => {
      ahead += ms;
    },
  };
}

type GoogleOptions = Omit<Parameters<typeof openGoogle>[0], 'tokens' | 'client' | 'serviceAccount'>;

function openGoogleOf(options: GoogleOptions, address: () => string) {
  const tokens = openTokens('ya29.mock-', options.now);
  const serviceAccount = openServiceAccount(() => `${address()}/token`, options.now);
  const client: GoogleClient = {
    type: 'authorized_user',
    client_id: '100000000001-mock.apps.googleusercontent.com',
    client_secret: newSecret('GOCSPX-mock-'),
    refresh_token: newSecret('1//mock-'),
  };
  return {
    platform: openGoogle({ ...options, tokens, client, serviceAccount }),
    serviceAccount,
    client,
    secrets: () => [client.client_secret, client.refresh_token, ...tokens.issued()],
  };
}

function openMicrosoftOf(account: MicrosoftAccount, options: PlatformOptions, address: () => string) {
  const { now = Date.now, revokesUsedRefreshTokens: revokesUsed = false } = options;
  const tokens = openTokens('EwMock-', now);
  const client: MicrosoftClient = {
    client_id: '00000000-0000-4000-8000-0000000000aa',
    client_secret: newSecret('mock~'),
    developer_token: newSecret('MOCKDEV'),
    refresh_token: newSecret('M.mock-refresh-'),
  };
  const grants: Grants = openGrants({ tokens, client, revokesUsed });
  return {
    platform: openMicrosoft({ account, client, tokens, grants, now, address }),
    client,
    secrets: () => [client.client_secret, client.developer_token, ...grants.issued(), ...tokens.issued()],
  };
}

const newSecret = (prefix: string): string => `${prefix}${randomBytes(24).toString('base64url')}`;
