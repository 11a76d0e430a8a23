import type { AdClaim, ControlStore, EndedAdAttempt } from '@cvq/storage';
import type { AttemptResult, DestinationKind, Destinations } from '../../deliveries/destination.ts';
import { FaultLog } from '../../deliveries/fault-log.ts';
import type { Log } from '../../log.ts';
import { type AdFigures, openAdFigures } from '../../metrics/ad-figures.ts';
import type { PlatformAnswer } from '../adapter.ts';
import { loggedAttempt, NO_ANSWER, type TriedDelivery } from './ad-attempt.ts';
import { type AttemptTools, attemptDelivery } from './attempt-delivery.ts';
import type { IntegrationCache } from './cache-integrations.ts';
import { DeliveryWarnings } from './delivery-warnings.ts';
import { settle, throttledUntil } from './settle.ts';

/** An attempt takes 10 seconds at the platform, and what is read and written before and after. */
const LEASE_MS = 40_000;

type AdDestinationDeps = Omit<AttemptTools, 'faults'> & {
  readonly integrations: IntegrationCache;
  readonly control: Pick<ControlStore, 'changeIntegration'>;
  readonly log: Log;
  /** Epoch milliseconds; tests bring their own clock. */
  readonly now: () => number;
  /** From 0 to 1: how far a retry is moved within its jitter. */
  readonly chance: () => number;
  readonly figures?: AdFigures;
};

/** Integrations as destinations: each delivery is a request of its own, made of the conversion as it stands then. */
export function adDestinations(deps: AdDestinationDeps): Destinations<AdClaim, EndedAdAttempt> {
  const kind = new AdDestination(deps);
  const { integrations } = deps;
  return {
    leaseMs: LEASE_MS,
    refresh: () => integrations.refresh(),
    find(id) {
      const integration = integrations.find(id);
      return integration && { enabled: ['active', 'dry_run'].includes(integration.state), kind };
    },
  };
}

const UNDECIDED = { ...NO_ANSWER, class: 'processing' } as const;

type Times = { readonly startedAt: number; readonly endedAt: number };

class AdDestination implements DestinationKind<AdClaim, EndedAdAttempt> {
  readonly maxBatch = 1;
  readonly #deps: AdDestinationDeps;
  readonly #warnings: DeliveryWarnings;
  readonly #figures: AdFigures;
  readonly #faults: FaultLog;

  constructor(deps: AdDestinationDeps) {
    this.#deps = deps;
    this.#faults = new FaultLog(deps.log);
    this.#warnings = new DeliveryWarnings(deps);
    this.#figures = deps.figures ?? openAdFigures();
  }

  attempt(claims: readonly AdClaim[], signal: AbortSignal): Promise<AttemptResult<EndedAdAttempt>[]> {
    return Promise.all(claims.map((claim) => this.#attempt(claim, signal)));
  }

  /** Nothing was sent: what stopped it may pass. */
  afterError(claim: AdClaim, times: Times): EndedAdAttempt {
    const answer = { ...NO_ANSWER, class: 'transient', code: 'collector_error' } as const;
    const tried = { answer, sent: null, request: null, key: claim.key, note: null };
    return this.#counted(this.#settled(claim, tried, times));
  }

  async #attempt(claim: AdClaim, signal: AbortSignal): Promise<AttemptResult<EndedAdAttempt>> {
    const { integrations, now } = this.#deps;
    const startedAt = now();
    const integration = integrations.find(claim.integration);
    // Removed in this moment: the next turn cancels all of it.
    if (integration === undefined) return { postponedUntil: startedAt };
    const outcome = await attemptDelivery(
      { claim, integration, startedAt, signal },
      { ...this.#deps, faults: this.#faults },
    );
    if (outcome.kind === 'lost') return { postponedUntil: startedAt };
    const times = { startedAt, endedAt: Math.max(now(), startedAt) };
    const ended = this.#counted(this.#endedAs(claim, outcome, times));
    await this.#warnings.hear(integration, ended);
    return { ended, isSilent: outcome.kind === 'answered' && isSilent(outcome.tried) };
  }

  #endedAs(
    claim: AdClaim,
    outcome: Exclude<Awaited<ReturnType<typeof attemptDelivery>>, { kind: 'lost' }>,
    times: Times,
  ): EndedAdAttempt {
    const { tries } = claim;
    if (outcome.kind === 'answered') return this.#settled(claim, outcome.tried, times);
    if (outcome.kind === 'unasked') {
      const tried = { answer: UNDECIDED, sent: null, request: null, key: claim.key, note: null };
      return { ...this.#settled(claim, tried, times), attempt: null };
    }
    if (outcome.kind === 'untried') return { claim, attempt: null, next: { tries, ...outcome.next } };
    const { request, retryUntil } = outcome;
    const answer = { ...NO_ANSWER, class: 'dry_run' } as const;
    const attempt = loggedAttempt(claim, { answer, request, note: null }, times);
    const next = { state: 'dry_run', reason: 'dry_run', dueAt: null, tries, retryUntil } as const;
    return { claim, attempt, next };
  }

  #settled(claim: AdClaim, tried: TriedDelivery, times: Times): EndedAdAttempt {
    const { adapters, chance } = this.#deps;
    const { answer, sent, key } = tried;
    const canVerify = adapters[claim.platform].verify !== undefined;
    const next = settle({ claim, answer, sent, canVerify, chance: chance(), ...times });
    return {
      claim,
      attempt: loggedAttempt(claim, tried, times),
      next: { ...next, key },
      throttle: throttleOf(answer, times.endedAt, claim.throttledFor),
      endsThrottle: endsThrottle(answer),
    };
  }

  #counted(ended: EndedAdAttempt): EndedAdAttempt {
    this.#figures.add(`${ended.claim.platform}:${ended.next.state}`, 1);
    return ended;
  }
}

function isSilent({ answer }: TriedDelivery): boolean {
  return answer.httpStatus === null && answer.code === 'timeout';
}

/** What holds back everything of the integration, whether it was to be sent or asked about. */
function throttleOf(
  answer: PlatformAnswer,
  endedAt: number,
  throttledFor: number | null,
): EndedAdAttempt['throttle'] {
  return answer.class === 'throttled'
    ? { until: throttledUntil(answer, endedAt, throttledFor), code: answer.code }
    : undefined;
}

/** A platform that is in trouble, or silent, says nothing of what it takes. */
function endsThrottle({ class: said, httpStatus }: PlatformAnswer): boolean {
  return httpStatus !== null && said !== 'throttled' && said !== 'transient';
}
