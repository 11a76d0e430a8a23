import { asSentence } from '../../ad-platforms/as-sentence.ts';
import { loggedAnswer } from '../../ad-platforms/forwarding/logged-request.ts';
import { CredentialsUnreadable, UNREADABLE_CREDENTIALS } from '../../ad-platforms/sealed-credentials.ts';
import { SpendNotRead, type UnreadableFigure } from '../../ad-platforms/spend/spend-not-read.ts';

/** Why an account could not be read. Nothing of it is secret. */
export type SpendFailure = {
  /** The platform's own where it gave one. */
  readonly code: string;
  readonly message: string;
  readonly status: number | null;
  /** The figure that cannot be read, if one is the cause. */
  readonly figure: UnreadableFigure | null;
  /** How long the platform takes no more questions, in milliseconds; null where it does not ask to be left alone. */
  readonly throttled: { readonly retryAfterMs: number | null } | null;
  /** A fault of cvq; null where the platform or the integration is the cause. */
  readonly fault: unknown;
};

/** Why spend could not be read, as it is stored and logged. */
export function spendFailure(error: unknown): SpendFailure {
  if (error instanceof SpendNotRead) {
    const { class: said, code, message, httpStatus, retryAfterMs } = error.answer;
    return {
      code: code ?? said,
      message: asSentence(loggedAnswer(message ?? `The platform answered ${httpStatus ?? 'nothing'}`)),
      status: httpStatus,
      figure: error.figure,
      throttled: said === 'throttled' || retryAfterMs !== null ? { retryAfterMs } : null,
      fault: null,
    };
  }
  const ours = { status: null, figure: null, throttled: null };
  if (error instanceof CredentialsUnreadable)
    return {
      ...ours,
      code: UNREADABLE_CREDENTIALS.code,
      fault: null,
      message: asSentence(UNREADABLE_CREDENTIALS.message),
    };
  return {
    ...ours,
    code: 'collector_error',
    fault: error,
    message: 'A fault of cvq itself, whose cause is in the log.',
  };
}
