import type { AnswerClass, PlatformAnswer } from '../adapter.ts';
import type { Exchange } from './exchange.ts';

/** As much of a platform's answer as the log of attempts keeps. */
const MAX_RESPONSE_CHARACTERS = 2_000;
const MAX_MESSAGE_CHARACTERS = 500;

type Understood = { readonly class: AnswerClass } & Partial<PlatformAnswer>;

/** What an exchange came to: its own facts, and how an adapter understands it. */
export function platformAnswer(exchange: Exchange | null, understood: Understood): PlatformAnswer {
  const answer = exchange?.isAnswered ? exchange : null;
  return {
    isOutcomeKnown: true,
    httpStatus: answer?.status ?? null,
    code: null,
    field: null,
    leaveOut: null,
    retryAfterMs: null,
    reference: null,
    requestId: null,
    response: answer?.text.slice(0, MAX_RESPONSE_CHARACTERS) ?? null,
    ...understood,
    message: understood.message?.slice(0, MAX_MESSAGE_CHARACTERS) ?? null,
  };
}

/** Where no answer came: it is tried again, and the request may have been taken all the same if it was sent. */
export function noAnswer(exchange: Extract<Exchange, { isAnswered: false }>): PlatformAnswer {
  const [code = 'failed', ...words] = exchange.reason.split(': ');
  const message = words.join(': ');
  return platformAnswer(exchange, {
    class: 'transient',
    isOutcomeKnown: !exchange.wasSent,
    code,
    // Whoever tells both puts the code before it.
    message: message === '' ? null : message,
  });
}
