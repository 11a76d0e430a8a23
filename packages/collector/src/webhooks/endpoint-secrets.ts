import { randomBytes } from 'node:crypto';
import type { WebhookEndpoint } from '@cvq/storage';
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

/** Which of an endpoint's secrets sign now, the newest first: the newest whose time to lead has come leads. */
export function signingSecrets(
  { id, secrets }: Pick<WebhookEndpoint, 'id' | 'secrets'>,
  { open }: Sealer,
  now: number,
): SigningSecrets {
  const live = secrets.filter(({ endsAt }) => endsAt === null || now < endsAt);
  const leading = live.find(({ leadsFrom }) => leadsFrom <= now) ?? live[0];
  if (leading === undefined) throw new Error(`Webhook endpoint ${id} has no secret`);
  const other = live.find((secret) => secret !== leading);
  return { leading: open(leading.sealed), other: other === undefined ? null : open(other.sealed) };
}
