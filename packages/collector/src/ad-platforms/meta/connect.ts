import type { Integration } from '@cvq/storage';
import type { Credentials, PlatformConnection } from '../adapter.ts';

/** What is wrong with credentials of Meta, in a sentence; null where they can be used. */
export function problemOfMeta({ access_token = '' }: Credentials): string | null {
  if (access_token === '')
    return 'access_token is missing: give the token of the dataset from Events Manager, or one of a system user';
  if (!/^[\w|.-]+$/.test(access_token))
    return 'access_token has blanks or other characters that are in no token of Meta: copy it anew, and nothing around it';
  if (access_token.length >= MIN_TOKEN_LENGTH) return null;
  return `access_token has ${access_token.length} characters, and tokens of Meta have far more: copy all of it`;
}

/** Theirs have 180 or more, those of an app some 40. What is shorter was cut. */
const MIN_TOKEN_LENGTH = 20;

/** Opens an integration with Meta. Its token does not expire, and cannot be exchanged for another one. */
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
