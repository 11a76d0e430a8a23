import { auditedInEach } from '../accounts/audited-in-each.ts';
import { hashToken } from '../keys/token.ts';
import type { GrantDeps } from './grant-deps.ts';
import { logsOfGrant } from './logs-of-grant.ts';

/**
 * Revoke a token at the wish of the application that has it (RFC 7009): an access token alone, a refresh token with all of
 * its family. One that is unknown is revoked already.
 */
export async function revokeToken(
  deps: GrantDeps,
  { token, clientId }: { readonly token: string; readonly clientId: string },
): Promise<void> {
  const { control, now } = deps;
  const found = await control.findToken(hashToken(token), now());
  if (found === null || found.grant.applicationId !== clientId) return;
  const { grant, kind, family, hash } = found;
  if (kind === 'access') return void (await control.endToken(hash));
  const actor = { kind: 'person', userId: grant.userId } as const;
  const entry = { action: 'revoke_token', subject: grant.id, name: grant.applicationName };
  await auditedInEach({ ...deps, actor }, await logsOfGrant(control, grant), {
    entry: () => entry,
    make: () => control.endFamily(family),
  });
}
