import { HOUR_MS, MINUTE_MS } from '@cvq/contract/constants';
import type { AdClaim, AdNext, ForwardedClick } from '@cvq/storage';
import type { AnswerClass, PlatformAnswer } from '../adapter.ts';
import { repeatableUntil } from './retry-until.ts';

/** An answer, and what is known of the attempt that it ended. Times in epoch milliseconds. */
export type AnsweredAttempt = {
  readonly claim: AdClaim;
  readonly answer: PlatformAnswer;
  readonly startedAt: number;
  readonly endedAt: number;
  /** From 0 to 1: how far the next attempt is moved within its jitter. */
  readonly chance: number;
  /** Whether the platform can be asked what became of an accepted conversion. */
  readonly canVerify: boolean;
  /** Of an attempt to send: by which click the platform matches it, and until when it takes it. */
  readonly sent: { readonly click: ForwardedClick | null; readonly retryUntil: number } | null;
};

/** After each failed attempt that counts, until the next. After the last of these it has failed. */
export const RETRY_DELAYS_MS = [
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  24 * HOUR_MS,
] as const;
/** Up to a fifth sooner or later, so that what failed together does not come back together. */
const JITTER = 0.2;
/** A code that nobody has classed may pass; more often it does not. */
const MAX_UNKNOWN_ANSWERS = 3;

/** After a conversion was accepted, when the platform is asked what became of it: the pauses double up to 12 hours. */
const VERIFY_AFTER_MS = [0.5, 1.5, 3.5, 7.5, 15.5, 27.5, 39.5, 51.5, 63.5, 72].map(
  (hours) => hours * HOUR_MS,
);

/** Where a platform does not say how long it takes nothing. */
const THROTTLED_MS = MINUTE_MS;
/** A throttle that goes on is as long again as it was, up to this: a time that was too short is not believed twice. */
const MAX_GROWN_MS = HOUR_MS;
/** However long it says: a platform that errs is asked once a day. */
const MAX_THROTTLED_MS = 24 * HOUR_MS;

/** How long a platform needs until it knows a click, or an action that is new. */
const TOO_EARLY_MS = { google_ads: 6 * HOUR_MS, microsoft_ads: 2 * HOUR_MS, meta_ads: HOUR_MS } as const;

type Pausing = Pick<PlatformAnswer, 'retryAfterMs'>;

/**
 * For how long an answer asks that nothing be sent, in whole milliseconds; null where it says none, one that is over, or
 * what is no number.
 */
function askedPause({ retryAfterMs }: Pausing): number | null {
  return retryAfterMs !== null && retryAfterMs > 0
    ? Math.min(Math.ceil(retryAfterMs), MAX_THROTTLED_MS)
    : null;
}

/** Until when a throttled destination takes nothing. `throttledFor`: for how long it was left alone before, in milliseconds. */
export function throttledUntil(answer: Pausing, endedAt: number, throttledFor: number | null = null): number {
  const said = Math.max(askedPause(answer) ?? THROTTLED_MS, 1000);
  const grown = Math.min(throttledFor ?? 0, MAX_GROWN_MS);
  return endedAt + Math.max(said, grown);
}

/** What becomes of a delivery after an answer of its platform. It follows from what is given alone. */
export function settle(answered: AnsweredAttempt): AdNext {
  return answered.claim.step === 'verify' ? settleVerified(answered) : settleSent(answered);
}

function settleSent(answered: AnsweredAttempt): AdNext {
  const { claim, answer, endedAt } = answered;
  const { platform, tries } = claim;
  const counted = tries + 1;
  switch (answer.class) {
    case 'accepted':
    case 'processing':
      return accepted(answered, endedAt);
    case 'delivered':
    case 'duplicate':
    case 'unmatched':
      return ended(answered, { state: answer.class, tries: counted });
    case 'same_click':
      return sameClick(answered, counted);
    case 'throttled':
      return throttled(answered);
    case 'too_early':
      return later(answered, { state: 'waiting', dueAt: endedAt + TOO_EARLY_MS[platform], tries });
    case 'auth':
    case 'config':
      return ended(answered, { state: 'blocked', reason: blockedReason(answer), tries: counted });
    case 'invalid':
      return repairedOrRejected(answered);
    case 'expired':
      return ended(answered, { state: 'expired', tries: counted });
    case 'transient':
    case 'send_again':
      return retried(answered);
    case 'unknown':
      if (claim.unknownAnswers + 1 < MAX_UNKNOWN_ANSWERS) return retried(answered);
      return ended(answered, { state: 'rejected', reason: answer.code ?? 'unknown_answer', tries: counted });
  }
}

function throttled(answered: AnsweredAttempt): AdNext {
  const { claim, answer, endedAt } = answered;
  const next = later(answered, {
    state: 'throttled',
    dueAt: throttledUntil(answer, endedAt, claim.throttledFor),
    tries: claim.tries,
  });
  return next.state === 'throttled' ? { ...next, reason: answer.code } : next;
}

/** What was accepted, and is not with the platform all the same. */
const NOT_TAKEN = { acceptedAt: null, reference: null } as const;

/** A question that fails is asked again, and never sends the conversion again: only the platform's own word does. */
function settleVerified(answered: AnsweredAttempt): AdNext {
  const { claim, answer, endedAt } = answered;
  switch (answer.class) {
    case 'delivered':
    case 'duplicate':
    case 'unmatched':
      return ended(answered, { state: answer.class, tries: claim.tries });
    case 'same_click': {
      const next = sameClick(answered, claim.tries);
      return next.state === 'duplicate' ? next : { ...next, ...NOT_TAKEN };
    }
    case 'expired':
      return { ...ended(answered, { state: 'expired', tries: claim.tries }), ...NOT_TAKEN };
    case 'invalid':
      return { ...repairedOrRejected(answered), ...NOT_TAKEN };
    case 'send_again':
      return { ...retried(answered), ...NOT_TAKEN, unknownSince: claim.unknownSince ?? claim.acceptedAt };
    // Nobody could ask: what was accepted still is.
    case 'auth':
      return {
        ...accepted(answered, claim.acceptedAt ?? endedAt),
        state: 'blocked',
        reason: blockedReason(answer),
        dueAt: null,
      };
    // The verdict is final: once the set-up is right, asking again would only bring it again.
    case 'config': {
      const blocked = ended(answered, {
        state: 'blocked',
        reason: blockedReason(answer),
        tries: claim.tries,
      });
      return { ...blocked, ...NOT_TAKEN, step: 'send' };
    }
    case 'throttled': {
      const next = accepted(answered, claim.acceptedAt ?? endedAt);
      return next.dueAt === null
        ? next
        : { ...next, dueAt: Math.max(next.dueAt, throttledUntil(answer, endedAt, claim.throttledFor)) };
    }
    default:
      return accepted(answered, claim.acceptedAt ?? endedAt);
  }
}

/** The platform has it. It is asked what became of it, until it is no longer worth asking. */
function accepted(answered: AnsweredAttempt, acceptedAt: number): AdNext {
  const { claim, answer, endedAt, canVerify } = answered;
  const isSent = claim.step === 'send';
  const tries = isSent ? claim.tries + 1 : claim.tries;
  const reference = isSent ? answer.reference : claim.reference;
  if (!canVerify) return ended(answered, { state: 'delivered', tries });
  const after = VERIFY_AFTER_MS.find((each) => acceptedAt + each > endedAt);
  const soonest = endedAt + (askedPause(answer) ?? 0);
  const dueAt = after === undefined || reference === null ? null : Math.max(acceptedAt + after, soonest);
  const reason = dueAt === null ? 'no_verdict' : null;
  return {
    ...kept(answered),
    state: 'accepted',
    reason,
    dueAt,
    tries,
    step: 'verify',
    reference,
    acceptedAt,
  };
}

/** It is this conversion's own repeat only where an earlier attempt may have arrived; else another has its place. */
function sameClick(answered: AnsweredAttempt, tries: number): AdNext {
  const { claim, answer } = answered;
  if (claim.mayHaveArrived) return ended(answered, { state: 'duplicate', tries });
  return ended(answered, { state: 'rejected', reason: answer.code ?? 'same_click', tries });
}

function repairedOrRejected(answered: AnsweredAttempt): AdNext {
  const { claim, answer, endedAt } = answered;
  const tries = claim.step === 'send' ? claim.tries + 1 : claim.tries;
  if (answer.leaveOut === null || claim.leftOut.length > 0)
    return ended(answered, { state: 'rejected', reason: answer.code ?? 'invalid', tries });
  const repaired = later(answered, { state: 'retry_scheduled', dueAt: endedAt, tries });
  return { ...repaired, leftOut: [answer.leaveOut] };
}

function retried(answered: AnsweredAttempt): AdNext {
  const { claim, answer, endedAt, chance } = answered;
  const tries = claim.tries + (claim.step === 'send' ? 1 : 0);
  const delay = RETRY_DELAYS_MS[Math.max(tries, 1) - 1];
  if (delay === undefined) return ended(answered, { state: 'failed', reason: 'no_tries_left', tries });
  const pause = Math.round(delay * (1 + JITTER * (2 * chance - 1)));
  const dueAt = endedAt + Math.max(pause, askedPause(answer) ?? 0);
  return later(answered, { state: 'retry_scheduled', dueAt, tries });
}

/** Another attempt to send, unless its time is past what the platform takes or knows for a repeat. */
function later(
  answered: AnsweredAttempt,
  { state, dueAt, tries }: { state: AdNext['state']; dueAt: number; tries: number },
): AdNext {
  const { claim, sent } = answered;
  const next = kept(answered);
  const click = sent?.click ?? null;
  if (sent !== null && dueAt > repeatableUntil(claim.platform, click, next.unknownSince ?? null))
    return ended(answered, { state: 'failed', reason: 'outcome_unknown', tries });
  if (sent !== null && dueAt > sent.retryUntil)
    return ended(answered, { state: 'failed', reason: 'window_ends', tries });
  return { ...next, state, reason: null, dueAt, tries, step: 'send', reference: null };
}

function ended(
  answered: AnsweredAttempt,
  { state, reason = null, tries }: { state: AdNext['state']; reason?: string | null; tries: number },
): AdNext {
  return { ...kept(answered), state, reason, dueAt: null, tries };
}

/** What is known of a delivery from here on, whatever becomes of it. */
function kept({
  claim,
  answer,
  startedAt,
  sent,
}: AnsweredAttempt): Pick<AdNext, 'unknownSince' | 'retryUntil'> {
  const isUnknown = claim.step === 'send' && !answer.isOutcomeKnown;
  return {
    unknownSince: claim.unknownSince ?? (isUnknown ? startedAt : null),
    ...(sent !== null && { retryUntil: sent.retryUntil }),
  };
}

/** `auth` blocks the whole integration; anything else the deliveries that meet it. */
function blockedReason({ class: said, code }: { class: AnswerClass; code: string | null }): string {
  return said === 'auth' ? 'auth' : (code ?? 'config');
}
