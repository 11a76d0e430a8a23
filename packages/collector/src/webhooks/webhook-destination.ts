import { WEBHOOK_DELAYS_MS } from '@cvq/contract/constants';
import type { ClaimedDelivery } from '@cvq/storage';
import type { DestinationKind, Destinations } from '../deliveries/destination.ts';
import type { Log } from '../log.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { type Attempt, isAcknowledged, prepareAttempt, unsent } from './attempt.ts';
import type { Endpoints } from './endpoints.ts';
import type { WebhookSender } from './send.ts';

type WebhookDeps = {
  readonly endpoints: Pick<Endpoints, 'refresh' | 'find'>;
  readonly sealer: Sealer;
  readonly sender: WebhookSender;
  readonly log: Log;
  readonly now: () => number;
};

/** Webhook endpoints as destinations: each delivery is a request of its own, signed when it is sent. */
export function webhookDestinations({ endpoints, sealer, sender, log, now }: WebhookDeps): Destinations {
  const kind: DestinationKind<Attempt> = {
    delaysMs: WEBHOOK_DELAYS_MS,
    maxBatch: 1,
    prepare: async (claims) => claims.map(prepare),
    send: (batch, signal) =>
      Promise.all(
        batch.map(async (attempt) => {
          const answer = await sender.send(attempt, signal);
          return { outcome: isAcknowledged(answer) ? 'acknowledged' : 'retry', answer } as const;
        }),
      ),
  };

  /** Endpoints of which the log says that nothing can be signed, until something is: an attempt is made for each event. */
  const unsigned = new Set<string>();

  function logUnsigned(endpoint: string, failure: unknown): void {
    if (unsigned.has(endpoint)) return;
    unsigned.add(endpoint);
    const cause = failure instanceof Error ? (failure.cause ?? failure) : failure;
    log.error(
      { endpoint, cause: String(cause) },
      'Deliveries to a webhook endpoint fail, since no secret of it can be opened. Give it a new one with cvq webhook rotate-secret.',
    );
  }

  function prepare(claim: ClaimedDelivery) {
    const endpoint = endpoints.find(claim.destination);
    if (endpoint === undefined)
      return { result: { outcome: 'skipped', reason: 'The endpoint was removed' } } as const;
    const hear = (failure: unknown) => logUnsigned(endpoint.id, failure);
    const attempt = prepareAttempt(claim, { endpoint, sealer, hear, now });
    if (attempt === null) return { result: { outcome: 'retry', answer: unsent() } } as const;
    unsigned.delete(endpoint.id);
    return { send: attempt };
  }

  return {
    refresh: () => endpoints.refresh(),
    find(id) {
      const endpoint = endpoints.find(id);
      return endpoint && { enabled: endpoint.enabled, kind };
    },
  };
}
