import { z } from 'zod';
import type { Built, PlatformAnswer, PlatformConnection } from '../adapter.ts';
import { exchange } from '../exchange/exchange.ts';
import { platformAnswer } from '../exchange/platform-answer.ts';
import { withAccessToken } from '../exchange/with-access-token.ts';
import { refusalOfMeta } from './refusal.ts';

/** The Graph API: where it is, and what time it is. */
export type MetaApi = { readonly address: string; readonly version: string; readonly now: () => number };

const Taken = z.object({
  events_received: z.number(),
  messages: z.array(z.unknown()).default([]),
  fbtrace_id: z.string().optional(),
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
    if (!taken?.success) return repairable(refusalOfMeta(answer, api.now()), built);
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

/** Names the parameter that a refusal is about, where it can be left out. */
function repairable(answer: PlatformAnswer, built: Built): PlatformAnswer {
  return answer.class === 'invalid' ? { ...answer, leaveOut: dispensable(answer.field, built) } : answer;
}

/** A parameter of the person without which there still is something to match by. */
function dispensable(field: string | null, { body, identifiers }: Built): string | null {
  const [{ user_data }] = (body as { data: [{ user_data: object }] }).data;
  if (field === null || field === 'client_user_agent' || !(field in user_data)) return null;
  return identifiers.some((name) => name !== field) ? field : null;
}
