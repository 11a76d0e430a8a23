import { z } from 'zod';
import type { Built, PlatformAnswer, PlatformConnection } from '../adapter.ts';
import { exchange } from '../exchange/exchange.ts';
import { platformAnswer } from '../exchange/platform-answer.ts';
import { withAccessToken } from '../exchange/with-access-token.ts';
import { refusalOfGoogle } from './refusal.ts';

/** The Data Manager API: where it is, and what time it is. */
export type GoogleApi = { readonly address: string; readonly version: string; readonly now: () => number };

const Taken = z.object({ requestId: z.string().min(1) });

/** Hands one event in. Google answers with an id of the request, by which it is asked later what became of the event. */
export function sendToGoogle(
  api: GoogleApi,
  { built, connection }: { readonly built: Built; readonly connection: PlatformConnection },
  signal: AbortSignal,
): Promise<PlatformAnswer> {
  return withAccessToken(connection, signal, async (token, within) => {
    const url = `${api.address}/${api.version}/events:ingest`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await exchange(
      { method: 'POST', url, headers, body: built.body, secrets: [token] },
      within,
    );
    if (!answer.isAnswered || answer.status !== 200)
      return repairable(refusalOfGoogle(answer, api.now()), built);
    const taken = Taken.safeParse(answer.json);
    if (!taken.success) return refusalOfGoogle(answer, api.now());
    const { requestId } = taken.data;
    return platformAnswer(answer, { class: 'accepted', reference: requestId, requestId });
  });
}

/** Names the identifier that a refusal is about, where another one remains. */
function repairable(answer: PlatformAnswer, { body, identifiers }: Built): PlatformAnswer {
  if (answer.class !== 'invalid' || answer.field === null || identifiers.length < 2) return answer;
  const leaveOut = identifiers.find((name) =>
    pathsOf(name, body).some((path) => isWithin(answer.field, path)),
  );
  return { ...answer, leaveOut: leaveOut ?? null };
}

/** Where an identifier stands in the request; as Google names it, without the event. */
function pathsOf(name: string, body: object): string[] {
  const { userData } = (body as { events: [{ userData?: { userIdentifiers: object[] } }] }).events[0];
  const index = userData?.userIdentifiers.findIndex((identifier) => name in identifier) ?? -1;
  return index < 0 ? [`adIdentifiers.${name}`] : [`userData.userIdentifiers[${index}]`];
}

/** Google writes paths of fields in camel case or in snake case. */
function isWithin(field: string | null, path: string): boolean {
  const camel = (field ?? '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return camel.includes(path);
}
