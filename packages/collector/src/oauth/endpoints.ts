import type { ControlStore } from '@cvq/storage';
import type { ApplicationMetadata } from '../grants/application-metadata.ts';
import { exchangeCode } from '../grants/exchange-code.ts';
import type { GrantDeps } from '../grants/grant-deps.ts';
import type { IssuedTokens } from '../grants/issue-tokens.ts';
import { OauthRefused } from '../grants/oauth-refused.ts';
import { readScopes } from '../grants/read-authorization.ts';
import { refreshTokens } from '../grants/refresh-tokens.ts';
import { registerApplication } from '../grants/register-application.ts';
import { revokeToken } from '../grants/revoke-token.ts';
import { requireField } from './read-request.ts';

/** What an endpoint answers; null for nothing. */
export type OauthAnswer = { readonly status: number; readonly body: object | null };

/** An application registers itself (RFC 7591). */
export async function register(metadata: ApplicationMetadata, deps: GrantDeps): Promise<OauthAnswer> {
  const { id, name, redirectUris, createdAt } = await registerApplication(deps, metadata);
  const body = {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    token_endpoint_auth_method: 'none',
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
  };
  return { status: 201, body };
}

/**
 * An application exchanges a code or a refresh token (RFC 6749, 5).
 * @throws OauthRefused
 */
export async function giveTokens(form: URLSearchParams, deps: GrantDeps): Promise<OauthAnswer> {
  const { accessToken, refreshToken, expiresInSeconds, scopes } = await exchange(form, deps);
  const body = {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresInSeconds,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  };
  return { status: 200, body };
}

/**
 * An application gives a token back (RFC 7009). Whether there was one is not told.
 * @throws OauthRefused
 */
export async function revoke(form: URLSearchParams, deps: GrantDeps): Promise<OauthAnswer> {
  await revokeToken(deps, { token: requireField(form, 'token'), clientId: requireField(form, 'client_id') });
  return { status: 200, body: null };
}

async function exchange(form: URLSearchParams, deps: GrantDeps): Promise<IssuedTokens> {
  const type = requireField(form, 'grant_type');
  if (type !== 'authorization_code' && type !== 'refresh_token') {
    const message = 'grant_type must be authorization_code or refresh_token.';
    throw new OauthRefused('unsupported_grant_type', message);
  }
  const clientId = requireField(form, 'client_id');
  await requireApplication(clientId, deps);
  const resource = form.getAll('resource');
  if (type === 'refresh_token') {
    const scopes = readScopes(form.get('scope'));
    return refreshTokens(deps, { clientId, refreshToken: requireField(form, type), resource, scopes });
  }
  const [code, verifier] = [requireField(form, 'code'), requireField(form, 'code_verifier')];
  return exchangeCode(deps, { clientId, code, verifier, resource, redirectUri: form.get('redirect_uri') });
}

/** One that was forgotten is told so, and registers again. The others have their id from elsewhere. */
async function requireApplication(
  clientId: string,
  { control }: { readonly control: Pick<ControlStore, 'findApplication'> },
): Promise<void> {
  if (/^https?:\/\//i.test(clientId) || (await control.findApplication(clientId)) !== null) return;
  throw new OauthRefused('invalid_client', 'The client_id is unknown here: register again.');
}
