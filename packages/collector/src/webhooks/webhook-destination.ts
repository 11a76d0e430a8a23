import { WEBHOOK_DELAYS_MS } from '@cvq/contract/constants';
import { formatDeliveryId } from '@cvq/contract/webhook';
import type { ClaimedDelivery, EndedAttempt, ReceiverAnswer } from '@cvq/storage';
import type { AttemptResult, DestinationKind, Destinations } from '../deliveries/destination.ts';
import type { Log } from '../log.ts';
import { type DeliveryFigures, openDeliveryFigures } from '../metrics/delivery-figures.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { isAcknowledged, prepareAttempt, unsent } from './attempt.ts';
import type { Endpoints } from './endpoints.ts';
import { nextAttemptAt } from './schedule.ts';
import type { WebhookSender } from './send.ts';

/** An attempt takes 10 seconds at most, however a receiver behaves; and its end is to be written down. */
export const WEBHOOK_LEASE_MS = 20_000;

export type WebhookDestinations = Destinations<ClaimedDelivery, EndedAttempt>;

type WebhookDeps = {
  readonly endpoints: Pick<Endpoints, 'refresh' | 'find'>;
  readonly sealer: Sealer;
  readonly sender: WebhookSender;
  readonly log: Log;
  /** Epoch milliseconds; tests bring their own clock. */
  readonly now: () => number;
  /** From 0 to 1: how far a retry is moved within its jitter. */
  readonly chance: () => number;
  readonly figures?: DeliveryFigures;
};

const NO_ANSWER = { status: null, headers: null, body: null } as const;

type AttemptTimes = { readonly startedAt: number; readonly endedAt: number };

/** Webhook endpoints as destinations: each delivery is a request of its own, signed when it is sent. */
export function webhookDestinations(deps: WebhookDeps): WebhookDestinations {
  const { endpoints, sealer, sender, log, now, chance, figures = openDeliveryFigures() } = deps;

  const kind: DestinationKind<ClaimedDelivery, EndedAttempt> = {
    maxBatch: 1,
    attempt: (claims, signal) => Promise.all(claims.map((claim) => attempt(claim, signal))),
    afterError: (claim, times) =>
      settle(claim, { ...NO_ANSWER, error: 'failed: an error of the collector' }, times),
  };

  async function attempt(claim: ClaimedDelivery, signal: AbortSignal): Promise<AttemptResult<EndedAttempt>> {
    const startedAt = now();
    const endpoint = endpoints.find(claim.destination);
    if (endpoint === undefined) {
      const answer = { ...NO_ANSWER, error: 'The endpoint was removed' };
      return { ended: { claim, startedAt, durationMs: 0, answer, next: 'skipped' } };
    }
    const hear = (failure: unknown) => logUnsigned(endpoint.id, failure);
    const request = prepareAttempt(claim, { endpoint, sealer, hear, now });
    if (request !== null) unsigned.delete(endpoint.id);
    const answer = request === null ? unsent() : await sender.send(request, signal);
    if (signal.aborted && answer.status === null) return { isBrokenOff: true };
    const endedAt = Math.max(now(), startedAt);
    return { ended: settle(claim, answer, { startedAt, endedAt }), isSilent: isTimeout(answer) };
  }

  function settle(
    claim: ClaimedDelivery,
    answer: ReceiverAnswer,
    { startedAt, endedAt }: AttemptTimes,
  ): EndedAttempt {
    const next = isAcknowledged(answer) ? 'acknowledged' : (retryAt(claim, endedAt) ?? 'failed');
    figures.add(typeof next === 'number' ? 'retried' : next, 1);
    if (next === 'failed') logFailed(claim, answer);
    return { claim, startedAt, durationMs: endedAt - startedAt, answer, next };
  }

  /** Null after the last attempt. Who sends a test looks at its answer, and sends another. */
  function retryAt({ attempt, isTest }: ClaimedDelivery, endedAt: number): number | null {
    return isTest ? null : nextAttemptAt(WEBHOOK_DELAYS_MS, { attempt, endedAt, chance: chance() });
  }

  function logFailed(
    { id, destination: endpoint }: ClaimedDelivery,
    { status, error }: ReceiverAnswer,
  ): void {
    const delivery = formatDeliveryId(id);
    log.warn({ delivery, endpoint, status, error }, 'A delivery has failed for good');
  }

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

  return {
    leaseMs: WEBHOOK_LEASE_MS,
    refresh: () => endpoints.refresh(),
    find(id) {
      const endpoint = endpoints.find(id);
      return endpoint && { enabled: endpoint.enabled, kind };
    },
  };
}

function isTimeout({ status, error }: ReceiverAnswer): boolean {
  return status === null && error?.startsWith('timeout') === true;
}
