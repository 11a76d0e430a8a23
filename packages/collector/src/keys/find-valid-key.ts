import type { ControlStore, FoundKey, KeyRecord } from '@cvq/storage';
import { hashToken, isWellFormedToken, type TokenPrefix } from './token.ts';

const KIND: Record<TokenPrefix, KeyRecord['kind']> = { sk: 'secret', srv: 'server' };

/**
 * The key of a token that may be used now, or null: unknown, malformed, revoked and expired are one answer.
 * Asked on every request, so that a revocation acts on the next one.
 */
export async function findValidKey(
  control: ControlStore,
  token: string,
  { prefix, now }: { prefix: TokenPrefix; now: number },
): Promise<FoundKey | null> {
  if (!isWellFormedToken(token, prefix)) return null;
  const key = await control.findKey(hashToken(token));
  if (key === null || key.kind !== KIND[prefix] || key.revokedAt !== null) return null;
  return key.expiresAt === null || now < key.expiresAt ? key : null;
}
