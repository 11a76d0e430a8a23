import type { ClaimedDelivery, ReceiverAnswer, WebhookEndpoint } from '@cvq/storage';
import type { Sealer } from '../secrets/sealer.ts';
import { deliveryHeaders } from './delivery-headers.ts';
import { signingSecrets } from './endpoint-secrets.ts';

/** One attempt of a delivery as it is sent: the bytes of the delivery, signed now, to where the endpoint is now. */
export type Attempt = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

type AttemptDeps = {
  readonly endpoint: WebhookEndpoint;
  readonly sealer: Sealer;
  /** Hears why nothing can be signed. A command that sends a test prints the answer instead. */
  readonly hear?: (failure: unknown) => void;
  readonly now: () => number;
};

/** The request of an attempt; null where no secret of the endpoint can be opened. */
export function prepareAttempt(
  claim: ClaimedDelivery,
  { endpoint, sealer, hear, now }: AttemptDeps,
): Attempt | null {
  const at = now();
  try {
    const headers = deliveryHeaders(claim, signingSecrets(endpoint, sealer, at), at);
    return { url: endpoint.url, headers, body: claim.body };
  } catch (error) {
    hear?.(error);
    return null;
  }
}

/** How an attempt that could not be signed ended. */
export function unsent(): ReceiverAnswer {
  const error = 'not_signed: the secret cannot be read. Make a new one: cvq webhook rotate-secret';
  return { status: null, error, headers: null, body: null };
}

/** Any status from 200 to 299 acknowledges. */
export function isAcknowledged({ status }: Pick<ReceiverAnswer, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}
