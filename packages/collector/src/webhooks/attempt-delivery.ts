import type { Answer, ClaimedDelivery, WebhookEndpoint } from '@cvq/storage';
import type { Log } from '../log.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { deliveryHeaders } from './delivery-headers.ts';
import { type SigningSecrets, signingSecrets } from './endpoint-secrets.ts';
import type { Sender } from './send.ts';

type AttemptDeps = {
  readonly endpoint: WebhookEndpoint | undefined;
  readonly sealer: Sealer;
  readonly sender: Sender;
  /** A command that sends a test prints the answer instead. */
  readonly log?: Log | undefined;
  readonly now: () => number;
  readonly signal?: AbortSignal;
};

/** One attempt of a delivery: sign its bytes and send them to where the endpoint is now. */
export async function attemptDelivery(
  claim: ClaimedDelivery,
  { endpoint, sealer, sender, log, now, signal }: AttemptDeps,
): Promise<Answer> {
  if (endpoint === undefined) return unsent('endpoint_removed: there is no such endpoint any more');
  const secrets = secretsOf(endpoint, { sealer, log, now });
  if (secrets === null)
    return unsent('not_signed: the secret cannot be read; is CVQ_SECRET the one that it was created with?');
  const headers = deliveryHeaders(claim, secrets, now());
  return sender.send({ url: endpoint.url, headers, body: claim.body }, signal);
}

function secretsOf(
  endpoint: WebhookEndpoint,
  { sealer, log, now }: Pick<AttemptDeps, 'sealer' | 'log' | 'now'>,
): SigningSecrets | null {
  try {
    return signingSecrets(endpoint, sealer, now());
  } catch (error) {
    log?.error({ err: error, endpoint: endpoint.id }, 'The secret of a webhook endpoint cannot be opened');
    return null;
  }
}

function unsent(error: string): Answer {
  return { status: null, error, headers: null, body: null };
}
