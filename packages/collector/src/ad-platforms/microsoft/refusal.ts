import { MINUTE_MS } from '@cvq/contract';
import { z } from 'zod';
import type { PlatformAnswer } from '../adapter.ts';
import { answerByStatus, classOfStatus } from '../exchange/answer-by-status.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { platformAnswer } from '../exchange/platform-answer.ts';
import { retryAfterOf } from '../exchange/retry-after.ts';
import { classOfSymbol, FIELD_OF_SYMBOL, symbolOf, UNEXPLAINED } from './error-codes.ts';

const OperationError = z.object({
  Code: z.number().optional(),
  ErrorCode: z.string().nullish(),
  Message: z.string().nullish(),
  Details: z.string().nullish(),
  FieldPath: z.string().nullish(),
});
const Errors = z.array(OperationError).nullish();
/** The fault of all services, the fault of this one, and what is said of one conversion. */
const Fault = z.object({
  TrackingId: z.string().nullish(),
  Errors,
  OperationErrors: Errors,
  BatchErrors: Errors,
  PartialErrors: Errors,
});

/**
 * What Microsoft says where it says no: the first error decides, since a request has one conversion.
 * @see https://learn.microsoft.com/en-us/advertising/guides/handle-service-errors-exceptions
 */
export function refusalOfMicrosoft(
  exchange: Extract<Exchange, { isAnswered: true }>,
  now: number,
): PlatformAnswer {
  const parsed = Fault.safeParse(exchange.json);
  const { Errors = [], OperationErrors = [], BatchErrors = [], PartialErrors = [] } = parsed.data ?? {};
  const [error] = [Errors, OperationErrors, BatchErrors, PartialErrors].flatMap((list) => list ?? []);
  if (error === undefined) return answerByStatus(exchange, now);
  const code = symbolOf(error);
  const byStatus = exchange.status === 400 ? 'unknown' : classOfStatus(exchange.status);
  const answerClass = classOfSymbol(code) ?? (exchange.status === 200 ? 'unknown' : byStatus);
  return platformAnswer(exchange, {
    class: answerClass,
    isOutcomeKnown: code !== UNEXPLAINED,
    code,
    message: [error.Message, error.Details].filter(Boolean).join(' '),
    field: FIELD_OF_SYMBOL[code ?? ''] ?? error.FieldPath ?? null,
    // Calls are counted by the minute.
    retryAfterMs: retryAfterOf(exchange.headers, now) ?? (answerClass === 'throttled' ? MINUTE_MS : null),
    requestId: parsed.data?.TrackingId ?? null,
  });
}
