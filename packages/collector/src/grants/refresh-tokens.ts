import type { Scope } from '@cvq/contract';
import type { FoundToken } from '@cvq/storage';
import { auditedInEach } from '../accounts/audited-in-each.ts';
import { hashToken, isWellFormedToken } from '../keys/token.ts';
import type { GrantDeps } from './grant-deps.ts';
import { REUSE_MS } from './grant-times.ts';
import { type IssuedTokens, issueTokens } from './issue-tokens.ts';
import { logsOfGrant } from './logs-of-grant.ts';
import { OauthRefused } from './oauth-refused.ts';
import { requireResource } from './resource.ts';

type Brought = {
  readonly clientId: string;
  readonly refreshToken: string;
  /** Fewer scopes for the new access token; null for those that there were. */
  readonly scopes: readonly Scope[] | null;
  readonly resource: readonly string[];
};

/**
 * Exchange a refresh token for a new pair. The one that is exchanged can be exchanged again for ten minutes; after that
 * somebody else may have it, and all tokens of its family end. Other connections of the application stay.
 * @throws OauthRefused
 */
export async function refreshTokens(deps: GrantDeps, brought: Brought): Promise<IssuedTokens> {
  const { now, origin } = deps;
  const resource = requireResource(brought.resource, origin);
  const found = await findRefreshToken(deps, brought.refreshToken);
  if (found === null || found.grant.applicationId !== brought.clientId || found.grant.resource !== resource)
    throw noGood();
  if (found.rotatedAt !== null && now() - found.rotatedAt >= REUSE_MS) {
    await endReused(deps, found);
    throw noGood();
  }
  const { hash: before, family, grant } = found;
  // A later decision of the person may have taken scopes away.
  const scopes = found.scopes.filter((scope) => grant.scopes.includes(scope));
  const accessScopes = brought.scopes ?? scopes;
  if (accessScopes.some((scope) => !scopes.includes(scope)))
    throw new OauthRefused(
      'invalid_scope',
      'A refresh gives no more scopes than there were. Ask the person again.',
    );
  const issue = { grantId: grant.id, family, before, scopes: found.scopes, accessScopes };
  const tokens = await issueTokens(deps, issue);
  if (tokens === null) throw noGood();
  return tokens;
}

async function findRefreshToken({ control, now }: GrantDeps, token: string): Promise<FoundToken | null> {
  if (!isWellFormedToken(token, 'ort')) return null;
  const found = await control.findToken(hashToken(token), now());
  return found?.kind === 'refresh' ? found : null;
}

async function endReused(deps: GrantDeps, { family, grant }: FoundToken): Promise<void> {
  const actor = { kind: 'person', userId: grant.userId } as const;
  const entry = { action: 'refuse_reused_token', subject: grant.id, name: grant.applicationName };
  await auditedInEach({ ...deps, actor }, await logsOfGrant(deps.control, grant), {
    entry: () => entry,
    make: () => deps.control.endFamily(family),
  });
}

/** The same for every way to be wrong. */
function noGood(): OauthRefused {
  return new OauthRefused(
    'invalid_grant',
    'The refresh token is unknown, expired, revoked or of another application. Ask the person again.',
  );
}
