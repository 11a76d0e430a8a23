import { createHash, timingSafeEqual } from 'node:crypto';
import { hashToken } from '../keys/token.ts';
import type { GrantDeps } from './grant-deps.ts';
import { type IssuedTokens, issueTokens } from './issue-tokens.ts';
import { OauthRefused } from './oauth-refused.ts';
import { requireResource } from './resource.ts';

/** RFC 7636, 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/;

/** What an application brings with a code. */
type Brought = {
  readonly clientId: string;
  readonly code: string;
  readonly verifier: string;
  /** Null where it is left out, as OAuth 2.1 has it. */
  readonly redirectUri: string | null;
  readonly resource: readonly string[];
};

/**
 * Exchange a code for the first tokens of an application. A code is good once: with anything wrong beside it, it is used up
 * all the same, and whoever brings it again ends the tokens that came of it.
 * @throws OauthRefused
 */
export async function exchangeCode(deps: GrantDeps, brought: Brought): Promise<IssuedTokens> {
  const { control, now, origin } = deps;
  const resource = requireResource(brought.resource, origin);
  const code = await control.takeCode(hashToken(brought.code));
  if (code === null) throw noGood();
  if (code.wasUsed) {
    await control.endFamily(code.family);
    throw noGood();
  }
  const isRight =
    code.expiresAt > now() &&
    code.grant.applicationId === brought.clientId &&
    code.grant.resource === resource &&
    (brought.redirectUri === null || brought.redirectUri === code.redirectUri) &&
    isVerifierOf(brought.verifier, code.challenge);
  if (!isRight) throw noGood();
  const { family, scopes, grant } = code;
  const tokens = await issueTokens(deps, { grantId: grant.id, family, scopes, before: null });
  if (tokens === null) throw noGood();
  return tokens;
}

function isVerifierOf(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest();
  const wanted = Buffer.from(challenge, 'base64url');
  return made.length === wanted.length && timingSafeEqual(made, wanted);
}

/** The same for every way to be wrong. */
function noGood(): OauthRefused {
  return new OauthRefused(
    'invalid_grant',
    'The code is unknown, used or expired, or the client_id, redirect_uri, resource or code_verifier is not that of it.',
  );
}
