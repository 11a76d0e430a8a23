import { randomBytes } from 'node:crypto';
import type { WebhookEndpoint, WebhookSecret } from '@cvq/storage';
import type { Sealer } from '../secrets/sealer.ts';

export { createSecretSealer } from '../secrets/sealer.ts';

/** The secrets that sign for an endpoint at one moment, in the clear. */
export type SigningSecrets = {
  /** Signs `X-Service-Signature`. */
  readonly leading: string;
  /** The other one of a rotation; null outside of one. */
  readonly other: string | null;
};

const SECRET_BYTES = 32;

/** `whsec_` and 32 random bytes in base64, the form of Standard Webhooks. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/**
 * Which of an endpoint's secrets sign now: the newest whose time to lead has come leads. One that cannot be opened any
 * more, since the installation's secret was lost, keeps no other from signing.
 * @throws Error, with the cause, when none can be opened
 */
export function signingSecrets(
  { id, secrets }: Pick<WebhookEndpoint, 'id' | 'secrets'>,
  sealer: Sealer,
  now: number,
): SigningSecrets {
  const failures: unknown[] = [];
  const live = liveSecrets(secrets, now).flatMap(({ sealed, leadsFrom }) => {
    try {
      return { clear: sealer.open(sealed), leadsFrom };
    } catch (error) {
      failures.push(error);
      return [];
    }
  });
  const leading = live.find(({ leadsFrom }) => leadsFrom <= now) ?? live[0];
  if (leading === undefined) {
    throw new Error(`No secret of webhook endpoint ${id} can be opened`, { cause: failures[0] });
  }
  const other = live.find((secret) => secret !== leading);
  return { leading: leading.clear, other: other?.clear ?? null };
}

/** Those that have not ended, the newest first. */
export function liveSecrets(secrets: readonly WebhookSecret[], now: number): readonly WebhookSecret[] {
  return secrets.filter(({ endsAt }) => endsAt === null || now < endsAt);
}
