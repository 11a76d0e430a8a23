import type { Scope } from '@cvq/contract';
import { ApiError } from '../errors/api-error.ts';
import type { Caller } from './caller.ts';

/**
 * Refuse an operation whose scopes the credential does not have, naming all that the operation needs.
 * @throws ApiError insufficient_scope
 */
export function requireScopes(
  { scopes }: { readonly scopes: readonly Scope[] },
  caller: Pick<Caller, 'scopes'>,
): void {
  const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length === 0) return;
  throw new ApiError(
    'insufficient_scope',
    `The key does not have the ${missing.length === 1 ? 'scope' : 'scopes'} ${missing.join(' and ')}.`,
    {
      details: { required_scopes: scopes },
      headers: {
        'WWW-Authenticate': `Bearer realm="cvq", error="insufficient_scope", scope="${scopes.join(' ')}"`,
      },
    },
  );
}
