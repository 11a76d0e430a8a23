import type { Integration } from '@cvq/storage';
import type { Credentials, PlatformConnection } from '../adapter.ts';
import { fetchToken } from '../exchange/fetch-token.ts';
import { NoAccessToken } from '../exchange/no-access-token.ts';
import { platformAnswer } from '../exchange/platform-answer.ts';
import { tokenCache } from '../exchange/token-cache.ts';
import { problemOfGoogle } from './credentials.ts';
import { signAssertion } from './sign-assertion.ts';

/** Google's server of tokens. */
export type GoogleTokens = { readonly address: string; readonly now: () => number };

/** Opens an integration with Google: with the key of a service account, or with a refresh token of a person. */
export function connectGoogle(
  { address, now }: GoogleTokens,
  { account, loginAccount }: Pick<Integration, 'account' | 'loginAccount'>,
  credentials: Credentials,
): PlatformConnection {
  const url = `${address}/token`;
  const fetch = async () => {
    const problem = problemOfGoogle(credentials);
    if (problem !== null)
      throw new NoAccessToken(
        platformAnswer(null, { class: 'auth', code: 'unusable_credentials', message: problem }),
      );
    return fetchToken({ url, ...grantOf(credentials, now()) }, now);
  };
  return {
    account,
    loginAccount,
    accessToken: tokenCache(fetch, now),
    credential: (name) => credentials[name],
  };
}

function grantOf(credentials: Credentials, now: number) {
  const {
    private_key,
    client_email = '',
    client_id = '',
    client_secret = '',
    refresh_token = '',
  } = credentials;
  if (private_key === undefined)
    return {
      form: { grant_type: 'refresh_token', refresh_token, client_id, client_secret },
      secrets: [refresh_token, client_secret],
    };
  const assertion = signAssertion({ email: client_email, privateKey: private_key, now });
  return {
    form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion },
    secrets: [assertion],
  };
}
