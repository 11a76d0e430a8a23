import { SCOPES, type Scope } from './constants.ts';

/**
 * Scopes with what comes along: whatever reads something of a project may see which projects there are, since it could name none
 * otherwise.
 */
export function withImpliedScopes(scopes: readonly Scope[]): readonly Scope[] {
  const isReading = scopes.some((scope) => scope.endsWith(':read'));
  return SCOPES.filter((scope) => scopes.includes(scope) || (isReading && scope === 'projects:read'));
}
