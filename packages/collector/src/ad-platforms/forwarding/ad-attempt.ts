import type { AdClaim, AdNext, EndedAdAttempt, ForwardedClick } from '@cvq/storage';
import type { PlatformAnswer } from '../adapter.ts';
import { loggedAnswer } from './logged-request.ts';

/** What an attempt came to, before it is decided what follows. */
export type AdOutcome =
  /** A platform was asked, and this is what it said. */
  | { readonly kind: 'answered'; readonly tried: TriedDelivery }
  /** Nothing was tried, for a reason that says what follows. */
  | { readonly kind: 'untried'; readonly next: Omit<AdNext, 'tries'> }
  /** The request that would have been sent, as it is logged. */
  | { readonly kind: 'dry_run'; readonly request: string; readonly retryUntil: number }
  /** Nobody was asked what became of an accepted conversion: it is asked later, as if that was not decided yet. */
  | { readonly kind: 'unasked' }
  /** Another worker has the delivery, or it was cancelled: there is nothing to write down. */
  | { readonly kind: 'lost' };

/** A delivery of which a platform was asked something. */
export type TriedDelivery = {
  readonly answer: PlatformAnswer;
  /** By which click the conversion is matched, and until when it is taken; null where nothing was to be sent. */
  readonly sent: { readonly click: ForwardedClick | null; readonly retryUntil: number } | null;
  /** As it is logged; null where none was sent. */
  readonly request: string | null;
  /** By which the platform knows a repeat. */
  readonly key: string | null;
  /** What is to be said of it beside the answer. */
  readonly note: string | null;
};

/** What is not known where no platform has answered. */
export const NO_ANSWER = {
  isOutcomeKnown: true,
  httpStatus: null,
  code: null,
  message: null,
  field: null,
  leaveOut: null,
  retryAfterMs: null,
  reference: null,
  requestId: null,
  response: null,
} as const;

/** An attempt as the log keeps it. */
export function loggedAttempt(
  { step }: AdClaim,
  { answer, request, note }: Pick<TriedDelivery, 'request' | 'note'> & { readonly answer: Said },
  { startedAt, endedAt }: { readonly startedAt: number; readonly endedAt: number },
): EndedAdAttempt['attempt'] {
  const { httpStatus, code, message, requestId, response } = answer;
  const said = [note, message].filter((text) => text !== null).join('. ');
  return {
    step,
    startedAt,
    durationMs: endedAt - startedAt,
    httpStatus,
    answer: answer.class,
    code,
    requestId,
    request,
    message: said === '' ? null : loggedAnswer(said),
    response: response === null ? null : loggedAnswer(response),
  };
}

type Said = Omit<PlatformAnswer, 'class'> & { readonly class: PlatformAnswer['class'] | 'dry_run' };
