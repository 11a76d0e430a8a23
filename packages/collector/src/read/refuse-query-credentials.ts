import { REFUSED_QUERY_CREDENTIALS } from '@cvq/contract';
import { ApiError } from '../errors/api-error.ts';

const REFUSED: ReadonlySet<string> = new Set(REFUSED_QUERY_CREDENTIALS);

/**
 * Refuse a credential in the address before anybody looks at it: addresses end in logs.
 * `key[]` is read by many frameworks as `key`, so it is refused as well.
 * @throws ApiError invalid_request
 */
export function refuseQueryCredentials(query: Readonly<Record<string, unknown>>): void {
  const name = Object.keys(query).find((key) => REFUSED.has(key.replace(/\[.*$/, '')));
  if (name === undefined) return;
  throw new ApiError(
    'invalid_request',
    'A credential must not be in the query string: send it as a header.',
    {
      details: { fields: [{ field: name, message: 'is not accepted; use Authorization: Bearer <API_KEY>' }] },
    },
  );
}
