import type { Integration } from '@cvq/storage';
import type { Credentials, PlatformConnection } from '../adapter.ts';

/** What is wrong with credentials of Meta, in a sentence; null where they can be used. */
export function problemOfMeta({ access_token = '' }: Credentials): string | null {
  return /^\S+$/.test(access_token)
    ? null
    : 'access_token is missing: give the token of the dataset from Events Manager, or one of a system user';
}

/** Opens an integration with Meta. Its token has no end, and there is no other one to be had for it. */
export function connectMeta(
  { account, loginAccount }: Pick<Integration, 'account' | 'loginAccount'>,
  credentials: Credentials,
): PlatformConnection {
  return {
    account,
    loginAccount,
    accessToken: async () => credentials.access_token ?? '',
    credential: (name) => credentials[name],
  };
}
