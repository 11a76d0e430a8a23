import { DEFAULT_SCOPES, SCOPES } from '@cvq/contract';
import { resourceOf } from '../grants/resource.ts';

/** Where applications send people and requests. */
export const OAUTH_PATHS = {
  /** A page of the dashboard. */
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const;

/** What the authorization server can do (RFC 8414). */
export function serverMetadata(origin: string) {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}${OAUTH_PATHS.authorize}`,
    token_endpoint: `${origin}${OAUTH_PATHS.token}`,
    registration_endpoint: `${origin}${OAUTH_PATHS.register}`,
    revocation_endpoint: `${origin}${OAUTH_PATHS.revoke}`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: SCOPES,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

/**
 * Who gives tokens for this address, and which scopes to begin with (RFC 9728). `asked`: the origin by which it was asked,
 * since applications compare the resource with that.
 */
export function resourceMetadata(origin: string, asked: string) {
  return {
    resource: resourceOf(asked),
    resource_name: 'cvq',
    authorization_servers: [origin],
    scopes_supported: DEFAULT_SCOPES,
    bearer_methods_supported: ['header'],
  };
}
