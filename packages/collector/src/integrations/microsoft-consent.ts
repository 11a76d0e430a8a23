import { createHash, randomBytes } from 'node:crypto';
import type { AdPlatform } from '@cvq/contract';
import { Refused } from '../accounts/refused.ts';
import type { Credentials } from '../ad-platforms/adapter.ts';
import { fetchToken } from '../ad-platforms/exchange/fetch-token.ts';
import { NoAccessToken } from '../ad-platforms/exchange/no-access-token.ts';
import { MICROSOFT_SCOPE, MICROSOFT_TOKEN_PATH } from '../ad-platforms/microsoft/connect.ts';

/** Where Microsoft leads a browser of an installed app: a blank page whose address holds the answer. */
const REDIRECT = 'https://login.microsoftonline.com/common/oauth2/nativeclient';

export type TokenServer = {
  /** Base address. */
  readonly address: string;
  readonly now: () => number;
};

/** What proves that an answer is to the consent that was asked for. It is secret. */
export type ConsentProof = { readonly state: string; readonly verifier: string };

/** A consent that a person is asked for in a browser. */
type MicrosoftConsent = {
  /** To be opened in a browser by somebody who may manage the account. */
  readonly address: string;
  readonly proof: ConsentProof;
};

/** The address that the browser ended at, and what the consent was asked with. */
type ConsentAnswer = { readonly answer: string; readonly proof: ConsentProof };

/** Whether cvq asks for the consent by itself. */
const ASKS_CONSENT: Readonly<Record<AdPlatform, boolean>> = {
  google_ads: false,
  meta_ads: false,
  microsoft_ads: true,
};

/** True for credentials of Microsoft that a consent is still needed for. */
export function needsConsent(platform: AdPlatform, credentials: Credentials): boolean {
  return ASKS_CONSENT[platform] && !credentials.refresh_token && Boolean(credentials.client_id);
}

/**
 * The authorization code flow with proof of possession, for the app of the self-hoster. Nothing is asked yet.
 * @see https://learn.microsoft.com/en-us/advertising/guides/authentication-oauth-get-tokens and RFC 7636
 */
export function askMicrosoftConsent(
  { address }: Pick<TokenServer, 'address'>,
  { client_id = '' }: Credentials,
): MicrosoftConsent {
  const proof = { state: randomText(), verifier: randomText() };
  const asked = new URLSearchParams({
    client_id,
    response_type: 'code',
    response_mode: 'query',
    redirect_uri: REDIRECT,
    scope: MICROSOFT_SCOPE,
    state: proof.state,
    code_challenge: createHash('sha256').update(proof.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'select_account',
  });
  return { address: `${address}/common/oauth2/v2.0/authorize?${asked}`, proof };
}

/**
 * The credentials with the refresh token that Microsoft gives for the answer of a consent.
 * @throws Refused
 */
export async function completeMicrosoftConsent(
  { address, now }: TokenServer,
  credentials: Credentials,
  { answer, proof }: ConsentAnswer,
): Promise<Credentials> {
  const { client_id = '', client_secret = '' } = credentials;
  const code = codeOf(answer, proof.state);
  const form = {
    grant_type: 'authorization_code',
    client_id,
    code,
    redirect_uri: REDIRECT,
    scope: MICROSOFT_SCOPE,
    code_verifier: proof.verifier,
    ...(client_secret !== '' && { client_secret }),
  };
  const url = `${address}${MICROSOFT_TOKEN_PATH}`;
  const secrets = [code, proof.verifier, client_secret].filter((secret) => secret !== '');
  const { refreshToken } = await fetchToken({ url, form, secrets }, now).catch(explainRefusal);
  if (refreshToken !== undefined) return { ...credentials, refresh_token: refreshToken };
  throw bad('Microsoft gave no refresh token.', 'Allow the app to keep its access, and connect again.');
}

/** The code in what a person has pasted: the whole address, or its query. */
function codeOf(answer: string, state: string): string {
  const text = answer.trim();
  const given = new URLSearchParams(text.slice(text.indexOf('?') + 1).replace(/#.*$/, ''));
  const error = given.get('error');
  if (error !== null)
    throw bad(
      `Microsoft answered ${error}.`,
      'Connect again, and give consent as somebody who may manage the account.',
    );
  const code = given.get('code');
  if (code === null)
    throw bad(
      'There is no code in it.',
      `Paste the whole address that the browser ended at: ${REDIRECT}?code=…`,
    );
  if (given.get('state') === state) return code;
  throw bad('It answers another consent.', 'Open the address that was shown last, and paste where it ends.');
}

function explainRefusal(error: unknown): never {
  if (!(error instanceof NoAccessToken)) throw error;
  const { code, message } = error.answer;
  throw bad(
    `Microsoft gave no token: ${[code, message].filter(Boolean).join(': ')}`.replace(/\.?$/, '.'),
    'Check client_id and client_secret, and that the app has the redirect address of a mobile and desktop app.',
  );
}

function bad(problem: string, fix: string): Refused {
  return new Refused('bad_value', { field: 'answer', problem, fix });
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}
