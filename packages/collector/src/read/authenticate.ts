import { DEFAULT_SCOPES, REFUSED_QUERY_CREDENTIALS, withImpliedScopes } from '@cvq/contract';
import type { ControlStore } from '@cvq/storage';
import type { Caller } from '../access/caller.ts';
import { challenge } from '../access/challenge.ts';
import { ApiError } from '../errors/api-error.ts';
import { findValidGrant } from '../grants/find-grant.ts';
import { explainToken } from '../keys/explain-token.ts';
import type { FindKey } from '../keys/find-key.ts';
import { bearerToken } from '../keys/token.ts';

type Gate = {
  readonly control: ControlStore;
  /** Of secret keys. */
  readonly findKey: FindKey;
  readonly now: number;
  /** Of the dashboard, which gives access tokens. */
  readonly origin: string;
  /** By which the collector was asked. */
  readonly asked: string;
};

/**
 * The caller of a request: a secret key, or the access token of an application that a person let in.
 * @throws ApiError 401: unauthenticated without a credential, invalid_token with one that cannot be used.
 */
export async function authenticate(
  header: string | undefined,
  { control, findKey, now, origin, asked }: Gate,
): Promise<Caller> {
  const token = bearerToken(header);
  if (token === null) {
    throw new ApiError('unauthenticated', 'No credential: send Authorization: Bearer <API_KEY>.', {
      headers: { 'WWW-Authenticate': challenge({ origin: asked, scopes: DEFAULT_SCOPES }) },
    });
  }
  const grant = await findValidGrant(control, token, { now, origin });
  if (grant !== null) {
    const { id, userId, applicationName, plan, principal } = grant;
    const [scopes, granted] = [withImpliedScopes(grant.scopes), withImpliedScopes(grant.granted)];
    const who = { id, account: userId, name: applicationName };
    return { ...who, scopes, granted, plan, isAgencyWide: false, principal };
  }
  const key = await findKey(token, now);
  if (key === null) {
    throw new ApiError('invalid_token', explainToken({ header, token }, 'sk'), {
      headers: {
        'WWW-Authenticate': challenge({ origin: asked, error: 'invalid_token', scopes: DEFAULT_SCOPES }),
      },
    });
  }
  const { id, accountId: account, name, plan, agencyWide: isAgencyWide } = key;
  const scopes = withImpliedScopes(key.scopes);
  const principal = { kind: 'key', keyId: id } as const;
  return { id, account, name, scopes, granted: [], plan, isAgencyWide, principal };
}

const REFUSED: ReadonlySet<string> = new Set(REFUSED_QUERY_CREDENTIALS);

/**
 * Refuse a credential in the address before anybody looks at it: addresses end in logs.
 * `key[]` is read by many frameworks as `key`, so it is refused as well.
 * @throws ApiError invalid_request
 */
export function refuseQueryCredentials(query: Readonly<Record<string, unknown>>): void {
  const name = Object.keys(query).find((key) => REFUSED.has(key.split('[', 1)[0] ?? ''));
  if (name === undefined) return;
  throw new ApiError(
    'invalid_request',
    'A credential must not be in the query string: send it as a header.',
    {
      details: { fields: [{ field: name, message: 'is not accepted; use Authorization: Bearer <API_KEY>' }] },
    },
  );
}
