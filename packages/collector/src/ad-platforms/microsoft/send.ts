import { z } from 'zod';
import type { Built, PlatformAnswer, PlatformConnection } from '../adapter.ts';
import { answerByStatus } from '../exchange/answer-by-status.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { platformAnswer } from '../exchange/platform-answer.ts';
import { askMicrosoft, type MicrosoftApi } from './ask.ts';
import { refusalOfMicrosoft } from './refusal.ts';

/** Nothing to complain of is told as null as well as an empty list. */
const Applied = z.object({ PartialErrors: z.array(z.unknown()).nullish() });

/** Applies one conversion. What Microsoft takes counts as delivered: what it matches is told nowhere by conversion. */
export async function sendToMicrosoft(
  api: MicrosoftApi,
  { built, connection }: { readonly built: Built; readonly connection: PlatformConnection },
  signal: AbortSignal,
): Promise<PlatformAnswer> {
  const { answer } = await askMicrosoft(
    api,
    { path: 'OfflineConversions/Apply', body: built.body, connection, read: readApplied },
    signal,
  );
  return { ...answer, leaveOut: dispensable(answer, built) };
}

function readApplied(exchange: Extract<Exchange, { isAnswered: true }>, now: number): PlatformAnswer {
  const applied = Applied.safeParse(exchange.json);
  if (!applied.success) return answerByStatus(exchange, now);
  if ((applied.data.PartialErrors?.length ?? 0) > 0) return refusalOfMicrosoft(exchange, now);
  return platformAnswer(exchange, { class: 'delivered' });
}

/** The field that is wrong, where another one remains to match by. */
function dispensable({ class: answerClass, field }: PlatformAnswer, { identifiers }: Built): string | null {
  const isOne = answerClass === 'invalid' && field !== null && identifiers.includes(field);
  return isOne && identifiers.length > 1 ? field : null;
}
