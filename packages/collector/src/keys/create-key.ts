import type { KeyExpiry, Scope } from '@cvq/contract';
import type { ControlStore, KeyRecord } from '@cvq/storage';
import { randomBase62 } from './base62.ts';
import { createToken, hashToken, type TokenPrefix } from './token.ts';

const DAY_MS = 86_400_000;
const PREFIX: Record<KeyRecord['kind'], TokenPrefix> = { secret: 'sk', server: 'srv' };

type KeyRequest = {
  readonly accountId: string;
  readonly kind: KeyRecord['kind'];
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly projects: readonly string[] | 'all';
  readonly expiry: KeyExpiry;
};

/** Create a key. The token is returned here and never again: only its hash is kept. */
export async function createKey(
  control: ControlStore,
  request: KeyRequest,
  now: number,
): Promise<{ key: Omit<KeyRecord, 'revokedAt'>; token: string }> {
  const token = createToken(PREFIX[request.kind]);
  const key = {
    ...request,
    id: `key_${randomBase62(16)}`,
    last4: token.slice(-4),
    expiresAt: request.expiry === 'never' ? null : now + Number(request.expiry) * DAY_MS,
    createdAt: now,
  };
  await control.createKey({ ...key, tokenHash: hashToken(token) });
  return { key, token };
}
