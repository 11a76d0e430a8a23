import { z } from 'zod';
import type { AnswerClass } from '../adapter.ts';
import { answerByStatus } from './answer-by-status.ts';
import { type Exchange, exchange } from './exchange.ts';
import { NoAccessToken } from './no-access-token.ts';
import { noAnswer, platformAnswer } from './platform-answer.ts';
import { retryAfterOf } from './retry-after.ts';
import type { AccessToken } from './token-cache.ts';

const Granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
  refresh_token: z.string().optional(),
});
const Refused = z.object({ error: z.string(), error_description: z.string().optional() });

/**
 * Refusals that say nothing of the credentials; every other one means that they must be given anew.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
const PASSING: Readonly<Record<string, AnswerClass>> = {
  temporarily_unavailable: 'transient',
  server_error: 'transient',
  internal_failure: 'transient',
  slow_down: 'throttled',
  rate_limit_exceeded: 'throttled',
};

type TokenRequest = {
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
  /** Which values of the form are secret. */
  readonly secrets: readonly string[];
};

/**
 * An access token of an OAuth 2 server, with the refresh token that it gave beside it.
 * @throws NoAccessToken
 */
export async function fetchToken(
  { url, form, secrets }: TokenRequest,
  now: () => number,
): Promise<AccessToken & { readonly refreshToken: string | undefined }> {
  const askedAt = now();
  const body = new URLSearchParams(form);
  // Others wait for the same token: one who stops waiting must not end it.
  const answer = await exchange({ method: 'POST', url, body, secrets }, new AbortController().signal);
  const granted = answer.isAnswered && answer.status === 200 ? Granted.safeParse(answer.json) : null;
  if (!granted?.success) throw new NoAccessToken(refusalOf(answer, now()));
  const { access_token, expires_in, refresh_token } = granted.data;
  return { token: access_token, endsAt: askedAt + expires_in * 1_000, refreshToken: refresh_token };
}

/** Nothing of a conversion was sent, so its outcome is known whatever came. */
function refusalOf(answer: Exchange, now: number) {
  if (!answer.isAnswered) return { ...noAnswer(answer), isOutcomeKnown: true };
  const refused = Refused.safeParse(answer.json);
  // What comes from a token server may repeat what was sent there: it is not kept.
  if (!refused.success || answer.status < 400 || answer.status >= 500)
    return { ...answerByStatus(answer, now), isOutcomeKnown: true, response: null };
  const { error, error_description } = refused.data;
  return platformAnswer(answer, {
    class: PASSING[error] ?? (answer.status === 429 ? 'throttled' : 'auth'),
    code: error,
    message: error_description ?? 'The token server refused without a reason.',
    retryAfterMs: retryAfterOf(answer.headers, now),
    response: null,
  });
}
