import { z } from 'zod';
import type { Built, PlatformAnswer, PlatformConnection } from '../adapter.ts';
import { answerByStatus, classOfStatus } from '../answer-by-status.ts';
import { type Exchange, exchange } from '../exchange.ts';
import { noAnswer, platformAnswer } from '../platform-answer.ts';
import { retryAfterOf } from '../retry-after.ts';
import { withAccessToken } from '../with-access-token.ts';
import { CODES_OF_META, PARAMETER_OF_SUBCODE } from './error-codes.ts';
import { usageWait } from './usage-wait.ts';

/** The Graph API: where it is, and what time it is. */
export type MetaApi = { readonly address: string; readonly version: string; readonly now: () => number };

const Taken = z.object({
  events_received: z.number(),
  messages: z.array(z.unknown()).default([]),
  fbtrace_id: z.string().optional(),
});
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

/** Hands one event in, with the token in the body: an address is written down in too many places. */
export function sendToMeta(
  api: MetaApi,
  { built, connection }: { readonly built: Built; readonly connection: PlatformConnection },
  signal: AbortSignal,
): Promise<PlatformAnswer> {
  return withAccessToken(connection, signal, async (token, within) => {
    const url = `${api.address}/${api.version}/${encodeURIComponent(connection.account)}/events`;
    const body = { ...built.body, access_token: token };
    const answer = await exchange({ method: 'POST', url, body, secrets: [token] }, within);
    const taken = answer.isAnswered && answer.status === 200 ? Taken.safeParse(answer.json) : null;
    if (!taken?.success) return refusalOfMeta(answer, { built, now: api.now() });
    const { events_received, messages, fbtrace_id = null } = taken.data;
    if (events_received === 0)
      return platformAnswer(answer, { class: 'unknown', code: 'events_received_0', requestId: fbtrace_id });
    return platformAnswer(answer, {
      class: 'delivered',
      requestId: fbtrace_id,
      ...(messages.length > 0 && { message: `Meta says: ${JSON.stringify(messages)}` }),
    });
  });
}

function refusalOfMeta(
  exchange: Exchange,
  { built, now }: { readonly built: Built; readonly now: number },
): PlatformAnswer {
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
    leaveOut: answerClass === 'invalid' ? dispensable(field, built) : null,
    retryAfterMs: retryAfterOf(exchange.headers, now) ?? usageWait(exchange.headers),
    requestId: error.fbtrace_id ?? null,
  });
}

/** Meta names a parameter in its sentence: `Unexpected key "em" on param …`, `Param $['data'][0]['user_data']['em'] …`. */
function fieldIn(message: string): string | null {
  const [, key] = /key "(\w+)"/.exec(message) ?? [];
  const [, path] = /param "?(\$[^\s"]*\])/i.exec(message) ?? [];
  return key ?? (path === undefined ? null : (/'(\w+)'\]$/.exec(path)?.[1] ?? path));
}

/** A parameter of the person without which there still is something to match by. */
function dispensable(field: string | null, { body, identifiers }: Built): string | null {
  const [{ user_data }] = (body as { data: [{ user_data: object }] }).data;
  if (field === null || field === 'client_user_agent' || !(field in user_data)) return null;
  return identifiers.some((name) => name !== field) ? field : null;
}
