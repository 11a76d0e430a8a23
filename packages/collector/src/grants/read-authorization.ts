import { DEFAULT_SCOPES, SCOPES, type Scope, withImpliedScopes } from '@cvq/contract';
import type { AuthorizationRequest } from '@cvq/storage';
import { Refused } from '../accounts/refused.ts';
import type { KnownApplication } from './find-application.ts';
import { OauthRefused } from './oauth-refused.ts';
import { isRegisteredRedirect } from './redirect-uri.ts';
import { requireResource } from './resource.ts';

/** S256 makes 43 characters of base64url (RFC 7636, 4.2). */
const CHALLENGE = /^[\w-]{43}$/;

/** Applications written for OpenID ask for it; every application gets refresh tokens here. */
const IGNORED_SCOPES: ReadonlySet<string> = new Set(['offline_access']);

/**
 * The one value of a parameter; null where it is not there.
 * @throws Refused for one that is there twice
 */
export function singleParameter(query: URLSearchParams, name: string): string | null {
  const [value = null, ...others] = query.getAll(name);
  if (others.length === 0) return value;
  throw badRequest(name, 'It is there more than once.');
}

/**
 * Where the answer to a request goes. Until this is sure nobody is sent anywhere.
 * @throws Refused
 */
export function readRedirect(query: URLSearchParams, { redirectUris }: KnownApplication): string {
  const named = singleParameter(query, 'redirect_uri');
  const [only, ...others] = redirectUris;
  if (named === null && only !== undefined && others.length === 0) return only;
  if (named === null) throw badRequest('redirect_uri', 'It is missing.');
  if (isRegisteredRedirect(named, redirectUris)) return named;
  throw badRequest(
    'redirect_uri',
    'The application has not registered the address to which the answer would go.',
  );
}

/** What the application wants back unchanged; null where it is not there once. */
export function readState(query: URLSearchParams): string | null {
  const [state = null, ...others] = query.getAll('state');
  return others.length === 0 ? state : null;
}

/**
 * What an application asks for. The application is told what is wrong.
 * @throws OauthRefused
 */
export function readAuthorization(
  query: URLSearchParams,
  origin: string,
): Pick<AuthorizationRequest, 'scopes' | 'resource' | 'challenge'> {
  const names = [...query.keys()];
  // A resource may be named several times (RFC 8707, 2).
  const repeated = names.find((name, index) => name !== 'resource' && names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new OauthRefused('invalid_request', `${repeated} is there more than once.`);
  if (query.get('response_type') !== 'code')
    throw new OauthRefused('unsupported_response_type', 'response_type must be code.');
  if ((query.get('response_mode') ?? 'query') !== 'query')
    throw new OauthRefused('invalid_request', 'response_mode must be query, or left out.');
  if (query.get('code_challenge_method') !== 'S256')
    throw new OauthRefused('invalid_request', 'code_challenge_method must be S256.');
  const challenge = query.get('code_challenge') ?? '';
  if (!CHALLENGE.test(challenge))
    throw new OauthRefused('invalid_request', 'code_challenge must have 43 characters of base64url.');
  const resource = requireResource(query.getAll('resource'), origin);
  return { challenge, resource, scopes: withImpliedScopes(readScopes(query.get('scope')) ?? DEFAULT_SCOPES) };
}

/**
 * The scopes of a parameter; null where it names none.
 * @throws OauthRefused invalid_scope
 */
export function readScopes(text: string | null): readonly Scope[] | null {
  const names = new Set((text ?? '').split(' ').filter((name) => name !== '' && !IGNORED_SCOPES.has(name)));
  const unknown = [...names].find((name) => !SCOPES.some((scope) => scope === name));
  if (unknown !== undefined)
    throw new OauthRefused(
      'invalid_scope',
      `A scope is unknown. Those that there are: ${SCOPES.join(', ')}.`,
    );
  const scopes = SCOPES.filter((scope) => names.has(scope));
  return scopes.length === 0 ? null : scopes;
}

function badRequest(field: string, problem: string): Refused {
  const fix = 'Begin again in the application, or ask whoever wrote it.';
  return new Refused('bad_value', {
    field,
    problem: `The request of the application is wrong. ${problem}`,
    fix,
  });
}
