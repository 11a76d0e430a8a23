import { WEBHOOK_DELAYS_MS } from '@cvq/contract/constants';
import { formatDeliveryId } from '@cvq/contract/webhook';
import type { ClaimedDelivery, EndedAttempt, ReceiverAnswer } from '@cvq/storage';
import type { AttemptResult, DestinationKind, Destinations } from '../deliveries/destination.ts';
import type { Log } from '../log.ts';
import { type DeliveryFigures, openDeliveryFigures } from '../metrics/delivery-figures.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { type Attempt, isAcknowledged, prepareAttempt, unsent } from './attempt.ts';
import type { Endpoints } from './endpoints.ts';
import { nextAttemptAt } from './schedule.ts';
import type { WebhookSender } from './send.ts';

/** An attempt takes 10 seconds at most, however a receiver behaves; and its end is to be written down. */
export const WEBHOOK_LEASE_MS = 20_000;

/** An event may have a megabyte, and hundreds of attempts are under way at once. */
const LARGE_BODIES = { from: 65_536, most: 33_554_432 } as const;

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
  const { endpoints } = deps;
  const attempts = new Attempts(deps);
  const kind: DestinationKind<ClaimedDelivery, EndedAttempt> = {
    maxBatch: 1,
    attempt: (claims, signal) => Promise.all(claims.map((claim) => attempts.make(claim, signal))),
    afterError: (claim, times) =>
      attempts.settle(claim, { ...NO_ANSWER, error: 'failed: an error of the collector' }, times),
  };
  return {
    leaseMs: WEBHOOK_LEASE_MS,
    largeBodies: () => ({ ...LARGE_BODIES, underWay: attempts.largeBytes }),
    refresh: () => endpoints.refresh(),
    find(id) {
      const endpoint = endpoints.find(id);
      return endpoint && { enabled: endpoint.enabled, kind };
    },
  };
}

/** Makes attempts, counts how they end, and logs what an operator should know of. */
class Attempts {
  readonly #deps: WebhookDeps;
  readonly #figures: DeliveryFigures;
  /** Endpoints of which the log says that nothing can be signed, until something is: an attempt is made for each event. */
  readonly #unsigned = new Set<string>();
  /** Of large bodies that are being sent. */
  largeBytes = 0;

  constructor(deps: WebhookDeps) {
    this.#deps = deps;
    this.#figures = deps.figures ?? openDeliveryFigures();
  }

  async make(claim: ClaimedDelivery, signal: AbortSignal): Promise<AttemptResult<EndedAttempt>> {
    const { endpoints, sealer, now } = this.#deps;
    const startedAt = now();
    const endpoint = endpoints.find(claim.destination);
    if (endpoint === undefined) {
      const answer = { ...NO_ANSWER, error: 'The endpoint was removed' };
      return { ended: { claim, startedAt, durationMs: 0, answer, next: 'skipped' } };
    }
    const hear = (failure: unknown) => this.#logUnsigned(endpoint.id, failure);
    const request = prepareAttempt(claim, { endpoint, sealer, hear, now });
    if (request !== null) this.#unsigned.delete(endpoint.id);
    const answer = request === null ? unsent() : await this.#send(request, signal);
    if (signal.aborted && answer.status === null) return { isBrokenOff: true };
    const endedAt = Math.max(now(), startedAt);
    return { ended: this.settle(claim, answer, { startedAt, endedAt }), isSilent: isTimeout(answer) };
  }

  async #send(request: Attempt, signal: AbortSignal): Promise<ReceiverAnswer> {
    const bytes = request.body.length > LARGE_BODIES.from ? request.body.length : 0;
    this.largeBytes += bytes;
    try {
      return await this.#deps.sender.send(request, signal);
    } finally {
      this.largeBytes -= bytes;
    }
  }

  settle(claim: ClaimedDelivery, answer: ReceiverAnswer, { startedAt, endedAt }: AttemptTimes): EndedAttempt {
    const next = isAcknowledged(answer) ? 'acknowledged' : (this.#retryAt(claim, endedAt) ?? 'failed');
    this.#figures.add(typeof next === 'number' ? 'retried' : next, 1);
    if (next === 'failed') this.#logFailed(claim, answer);
    return { claim, startedAt, durationMs: endedAt - startedAt, answer, next };
  }

  /** Null after the last attempt. Who sends a test looks at its answer, and sends another. */
  #retryAt({ attempt, isTest }: ClaimedDelivery, endedAt: number): number | null {
    return isTest
      ? null
      : nextAttemptAt(WEBHOOK_DELAYS_MS, { attempt, endedAt, chance: this.#deps.chance() });
  }

  #logFailed({ id, destination: endpoint }: ClaimedDelivery, { status, error }: ReceiverAnswer): void {
    const delivery = formatDeliveryId(id);
    this.#deps.log.warn({ delivery, endpoint, status, error }, 'A delivery has failed for good');
  }

  #logUnsigned(endpoint: string, failure: unknown): void {
    if (this.#unsigned.has(endpoint)) return;
    this.#unsigned.add(endpoint);
    const cause = failure instanceof Error ? (failure.cause ?? failure) : failure;
    this.#deps.log.error(
      { endpoint, cause: String(cause) },
      'Deliveries to a webhook endpoint fail, since no secret of it can be opened. Give it a new one with cvq webhook rotate-secret.',
    );
  }
}

function isTimeout({ status, error }: ReceiverAnswer): boolean {
  return status === null && error?.startsWith('timeout') === true;
}
