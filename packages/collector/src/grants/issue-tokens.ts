import type { Scope } from '@cvq/contract';
import { createToken, hashToken } from '../keys/token.ts';
import type { GrantDeps } from './grant-deps.ts';
import { ACCESS_TOKEN_MS, REFRESH_TOKEN_MS } from './grant-times.ts';

/** What an application is given. */
export type IssuedTokens = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
  /** Of the access token. */
  readonly scopes: readonly Scope[];
};

type Issue = {
  readonly grantId: string;
  readonly family: string;
  /** The hash of the refresh token that these replace; null for the first ones. */
  readonly before: string | null;
  readonly scopes: readonly Scope[];
  /** Of the access token alone, where the application wants fewer this time. */
  readonly accessScopes?: readonly Scope[];
};

/** A new pair of tokens; null where what they would follow is gone by now. */
export async function issueTokens(
  { control, now }: Pick<GrantDeps, 'control' | 'now'>,
  { scopes, accessScopes = scopes, ...of }: Issue,
): Promise<IssuedTokens | null> {
  const [accessToken, refreshToken] = [createToken('oat'), createToken('ort')];
  const at = now();
  const access = { hash: hashToken(accessToken), kind: 'access', expiresAt: at + ACCESS_TOKEN_MS } as const;
  const refresh = {
    hash: hashToken(refreshToken),
    kind: 'refresh',
    expiresAt: at + REFRESH_TOKEN_MS,
  } as const;
  const tokens = [
    { ...access, scopes: accessScopes },
    { ...refresh, scopes },
  ];
  if (!(await control.addTokens({ ...of, tokens, now: at }))) return null;
  return { accessToken, refreshToken, expiresInSeconds: ACCESS_TOKEN_MS / 1000, scopes: accessScopes };
}
