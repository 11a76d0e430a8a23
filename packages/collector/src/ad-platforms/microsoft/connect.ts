import type { Integration } from '@cvq/storage';
import type { Credentials, PlatformConnection, StoreRotated } from '../adapter.ts';
import { fetchToken } from '../exchange/fetch-token.ts';
import { NoAccessToken } from '../exchange/no-access-token.ts';
import { platformAnswer } from '../exchange/platform-answer.ts';
import { tokenCache } from '../exchange/token-cache.ts';

/** Microsoft's server of tokens. */
export type MicrosoftTokens = { readonly address: string; readonly now: () => number };

type Opened = {
  readonly integration: Pick<Integration, 'account' | 'loginAccount'>;
  readonly credentials: Credentials;
  readonly storeRotated: StoreRotated;
};

/** Where tokens are given out, below the address of Microsoft's login. */
export const MICROSOFT_TOKEN_PATH = '/common/oauth2/v2.0/token';
export const MICROSOFT_SCOPE = 'https://ads.microsoft.com/msads.manage offline_access';

/** What is wrong with credentials of Microsoft, in a sentence; null where they can be used. An app may have no secret. */
export function problemOfMicrosoft(credentials: Credentials): string | null {
  const missing = ['client_id', 'refresh_token', 'developer_token'].find((name) => !credentials[name]);
  if (missing !== undefined)
    return `${missing} is missing: give client_id, client_secret, refresh_token and developer_token`;
  // It is sent as a header, which can hold nothing else.
  return /^[\x21-\x7e]+$/.test(credentials.developer_token ?? '')
    ? null
    : 'developer_token has a space or another character that no token has: give it as Microsoft shows it';
}

/**
 * Opens an integration with Microsoft. Every access token brings a new refresh token, which is stored before the access
 * token is used; where others have stored one meanwhile, that one stays stored.
 * @see https://learn.microsoft.com/en-us/advertising/guides/authentication-oauth-get-tokens
 */
export function connectMicrosoft(
  { address, now }: MicrosoftTokens,
  { integration, credentials, storeRotated }: Opened,
): PlatformConnection {
  let current = credentials;
  const fetch = async () => {
    const problem = problemOfMicrosoft(current);
    if (problem !== null)
      throw new NoAccessToken(
        platformAnswer(null, { class: 'auth', code: 'unusable_credentials', message: problem }),
      );
    const { client_id = '', client_secret = '', refresh_token = '' } = current;
    const form = { grant_type: 'refresh_token', scope: MICROSOFT_SCOPE, client_id, refresh_token };
    const token = await fetchToken(
      {
        url: `${address}${MICROSOFT_TOKEN_PATH}`,
        form: client_secret === '' ? form : { ...form, client_secret },
        secrets: [refresh_token, client_secret],
      },
      now,
    );
    if (token.refreshToken !== undefined && token.refreshToken !== refresh_token) {
      current = { ...current, refresh_token: token.refreshToken };
      await storeRotated(current).catch(tellNotStored);
    }
    return token;
  };
  return {
    account: integration.account,
    loginAccount: integration.loginAccount,
    accessToken: tokenCache(fetch, now),
    credential: (name) => current[name],
  };
}

/** The new refresh token stays in memory, and is stored with the next one; until then nothing is sent. */
function tellNotStored(cause: unknown): never {
  const message = 'Microsoft has replaced the refresh token, and the new one could not be stored.';
  throw new NoAccessToken(platformAnswer(null, { class: 'transient', code: 'token_not_stored', message }), {
    cause,
  });
}
