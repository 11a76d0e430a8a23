import type { AnswerClass, PlatformAnswer } from '../adapter.ts';
import type { Exchange } from './exchange.ts';
import { platformAnswer } from './platform-answer.ts';
import { retryAfterOf } from './retry-after.ts';

/**
 * How an answer is understood that is not the platform's own, but of a proxy or a broken server: by its status alone. A
 * server that says so little of its failure may have taken the request before it.
 */
export function answerByStatus(
  exchange: Extract<Exchange, { isAnswered: true }>,
  now: number,
): PlatformAnswer {
  const { status } = exchange;
  return platformAnswer(exchange, {
    class: classOfStatus(status),
    isOutcomeKnown: status >= 300 && status < 500,
    code: `http_${status}`,
    message: messageOf(status),
    retryAfterMs: retryAfterOf(exchange.headers, now),
  });
}

/** What a status means where the platform's own code says nothing more. */
export function classOfStatus(status: number): AnswerClass {
  if (status === 401) return 'auth';
  if (status === 429) return 'throttled';
  if (status === 403 || status === 404 || status === 405) return 'config';
  if (status >= 300 && status < 400) return 'config';
  if (status >= 500 || status === 408 || status === 425 || status < 300) return 'transient';
  return 'unknown';
}

function messageOf(status: number): string {
  if (status >= 300 && status < 400)
    return 'The address of the platform answers with a redirect, which is not followed. Set the address that it leads to.';
  return `The answer has status ${status} and is not one of the platform.`;
}
