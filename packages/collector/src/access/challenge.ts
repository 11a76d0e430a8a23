import type { Scope } from '@cvq/contract';

type Challenge = {
  /** By which the collector was asked: the document there says who gives tokens. */
  readonly origin: string;
  readonly error?: 'invalid_token' | 'insufficient_scope';
  /** All that an application is to ask a person for. */
  readonly scopes: readonly Scope[];
};

/**
 * A `WWW-Authenticate` header by which an application finds out where it gets a token, and for which scopes (RFC 6750, 3;
 * RFC 9728, 5.1).
 */
export function challenge({ origin, error, scopes }: Challenge): string {
  const told = {
    realm: 'cvq',
    ...(error && { error }),
    scope: scopes.join(' '),
    resource_metadata: `${origin}/.well-known/oauth-protected-resource/mcp`,
  };
  return `Bearer ${Object.entries(told)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;
}
