import { createHmac } from 'node:crypto';
import type { SigningSecrets } from './endpoint-secrets.ts';

/** What is signed: the bytes that are sent, and for Standard Webhooks also the id and the time of the attempt. */
export type Signable = {
  readonly body: Uint8Array;
  /** The event's id. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly now: number;
};

/**
 * The headers by which a receiver knows the sender. `X-Service-Signature` is keyed with the secret as it is written;
 * `webhook-signature` (https://www.standardwebhooks.com) with the bytes that its base64 part stands for. During a
 * rotation both secrets sign.
 */
export function signatureHeaders(
  { body, id, now }: Signable,
  { leading, other }: SigningSecrets,
): Record<string, string> {
  const timestamp = Math.floor(now / 1000);
  const secrets = other === null ? [leading] : [leading, other];
  return {
    'X-Service-Signature': bodySignature(body, leading),
    ...(other !== null && { 'X-Service-Signature-Rotation': bodySignature(body, other) }),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .map((secret) => standardSignature(body, { id, timestamp, secret }))
      .join(' '),
  };
}

function bodySignature(body: Uint8Array, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

function standardSignature(
  body: Uint8Array,
  { id, timestamp, secret }: { id: string; timestamp: number; secret: string },
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}
