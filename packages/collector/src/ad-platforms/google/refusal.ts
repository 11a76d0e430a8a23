import { HOUR_MS, MINUTE_MS } from '@cvq/contract';
import { z } from 'zod';
import type { PlatformAnswer } from '../adapter.ts';
import { answerByStatus, classOfStatus } from '../exchange/answer-by-status.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { noAnswer, platformAnswer } from '../exchange/platform-answer.ts';
import { retryAfterOf } from '../exchange/retry-after.ts';
import {
  REFUSALS_OF_GOOGLE,
  REFUSED_CALLERS_OF_GOOGLE,
  STATUSES_OF_GOOGLE,
  UNEXPLAINED_BY_GOOGLE,
} from './error-codes.ts';

const Violation = z.object({ field: z.string(), description: z.string(), reason: z.string() }).partial();
/** One of the payloads of google.rpc: ErrorInfo, BadRequest, RequestInfo, RetryInfo. */
const Detail = z
  .object({
    reason: z.string(),
    metadata: z.record(z.string(), z.string()),
    fieldViolations: z.array(Violation),
    requestId: z.string(),
    retryDelay: z.string(),
  })
  .partial();
const Refusal = z.object({
  error: z.object({
    message: z.string().optional(),
    status: z.string().optional(),
    details: z.array(Detail).default([]),
  }),
});
type RefusalOfGoogle = z.infer<typeof Refusal>['error'];

const CLASSES = { ...STATUSES_OF_GOOGLE, ...REFUSED_CALLERS_OF_GOOGLE, ...REFUSALS_OF_GOOGLE };

/**
 * What Google says where it says no, or where nobody has answered. The most exact of its codes that we know decides: of
 * the field, of the request, of the status.
 * @see https://developers.google.com/data-manager/api/devguides/concepts/understand-errors
 */
export function refusalOfGoogle(exchange: Exchange, now: number): PlatformAnswer {
  if (!exchange.isAnswered) return noAnswer(exchange);
  const parsed = Refusal.safeParse(exchange.json);
  if (!parsed.success) return answerByStatus(exchange, now);
  const { error } = parsed.data;
  const violations = error.details.flatMap(({ fieldViolations }) => fieldViolations ?? []);
  const reasons = error.details.flatMap(({ reason }) => reason ?? []);
  const codes = [...violations.flatMap(({ reason }) => reason ?? []), ...reasons, error.status ?? ''];
  const generic = reasons.length > 0 || violations.length > 0 ? ['INVALID_ARGUMENT'] : [];
  const exact = codes.filter((code) => code !== '' && !generic.includes(code));
  const code = exact.find((one) => one in CLASSES) ?? exact[0] ?? error.status ?? null;
  const violation = violations.find(({ reason }) => reason === code) ?? violations[0];
  const answerClass = CLASSES[code ?? ''] ?? (violation ? 'invalid' : classOfStatus(exchange.status));
  return platformAnswer(exchange, {
    class: answerClass,
    isOutcomeKnown: !UNEXPLAINED_BY_GOOGLE.has(code ?? ''),
    code,
    message: [error.message, violation?.description].filter(Boolean).join(' '),
    field: violation?.field ?? null,
    retryAfterMs:
      retryAfterOf(exchange.headers, now) ??
      retryDelayOf(error) ??
      (answerClass === 'throttled' ? quotaWait(error) : null),
    requestId: error.details.find(({ requestId }) => requestId)?.requestId ?? null,
  });
}

/**
 * In milliseconds: a quota of a minute is free again after that; one of a day is asked for once an hour.
 * @see https://developers.google.com/data-manager/api/devguides/limits
 */
function quotaWait({ details }: RefusalOfGoogle): number {
  const quota = details.find(({ metadata }) => metadata?.quota_limit)?.metadata?.quota_limit ?? '';
  return /day/i.test(quota) ? HOUR_MS : MINUTE_MS;
}

/**
 * What RetryInfo says, such as `3.5s`, in milliseconds; null where it says none, or none that can be read.
 * @see https://protobuf.dev/reference/protobuf/google.protobuf/#duration
 */
function retryDelayOf({ details }: RefusalOfGoogle): number | null {
  const delay = details.find(({ retryDelay }) => retryDelay)?.retryDelay ?? '';
  return /^\d{1,12}(\.\d+)?s$/.test(delay) ? Number.parseFloat(delay) * 1_000 : null;
}
