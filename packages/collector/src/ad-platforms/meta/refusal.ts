import { HOUR_MS } from '@cvq/contract/constants';
import { z } from 'zod';
import type { PlatformAnswer } from '../adapter.ts';
import { answerByStatus, classOfStatus } from '../exchange/answer-by-status.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { noAnswer, platformAnswer } from '../exchange/platform-answer.ts';
import { retryAfterOf } from '../exchange/retry-after.ts';
import { BLOCKED_FOR_A_TIME, CODES_OF_META, PARAMETER_OF_SUBCODE } from './error-codes.ts';
import { usageWait } from './usage-wait.ts';

/** How long nothing is sent to a dataset that is blocked. */
const BLOCKED_MS = 6 * HOUR_MS;

const Refusal = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().default(false),
    error_user_title: z.string().optional(),
    error_user_msg: z.string().optional(),
    fbtrace_id: z.string().optional(),
  }),
});

/**
 * What Meta says where it says no, or where nobody has answered. Code and subcode decide.
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export function refusalOfMeta(exchange: Exchange, now: number): PlatformAnswer {
  if (!exchange.isAnswered) return noAnswer(exchange);
  const parsed = Refusal.safeParse(exchange.json);
  if (!parsed.success) return answerByStatus(exchange, now);
  const { error } = parsed.data;
  const code = error.error_subcode === undefined ? `${error.code}` : `${error.code}/${error.error_subcode}`;
  const known = CODES_OF_META[code] ?? CODES_OF_META[`${error.code}`];
  const byStatus = exchange.status === 400 ? 'unknown' : classOfStatus(exchange.status);
  const answerClass = known ?? (error.is_transient ? 'transient' : byStatus);
  const message = [error.message, error.error_user_title, error.error_user_msg].filter(Boolean).join(' ');
  const field = PARAMETER_OF_SUBCODE[error.error_subcode ?? 0] ?? fieldIn(error.message);
  return platformAnswer(exchange, {
    class: answerClass,
    code,
    message,
    field: answerClass === 'invalid' ? field : null,
    retryAfterMs:
      retryAfterOf(exchange.headers, now) ??
      usageWait(exchange.headers) ??
      (error.code === BLOCKED_FOR_A_TIME ? BLOCKED_MS : null),
    requestId: error.fbtrace_id ?? null,
  });
}

/** Meta names a parameter in its sentence: `Unexpected key "em" on param …`, `Param $['data'][0]['user_data']['em'] …`. */
function fieldIn(message: string): string | null {
  const [, key] = /key "(\w+)"/.exec(message) ?? [];
  const [, path] = /param "?(\$[^\s"]*\])/i.exec(message) ?? [];
  return key ?? (path === undefined ? null : (/'(\w+)'\]$/.exec(path)?.[1] ?? path));
}
