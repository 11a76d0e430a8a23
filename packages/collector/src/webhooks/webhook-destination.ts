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

  function prepare(claim: ClaimedDelivery) {
    const endpoint = endpoints.find(claim.destination);
    if (endpoint === undefined)
      return { result: { outcome: 'skipped', reason: 'The endpoint was removed' } } as const;
    const attempt = prepareAttempt(claim, { endpoint, sealer, log, now });
    return attempt === null
      ? ({ result: { outcome: 'retry', answer: unsent() } } as const)
      : { send: attempt };
  }

  return {
    refresh: () => endpoints.refresh(),
    find(id) {
      const endpoint = endpoints.find(id);
      return endpoint && { enabled: endpoint.enabled, kind };
    },
  };
}
