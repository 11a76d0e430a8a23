import type { PlatformAnswer, PlatformConnection } from '../adapter.ts';
import { type Exchange, exchange, type PlatformRequest } from '../exchange/exchange.ts';
import { platformAnswer } from '../exchange/platform-answer.ts';
import { withAccessToken } from '../exchange/with-access-token.ts';
import { SpendNotRead } from './spend-not-read.ts';

/** Figures of thousands of campaigns take a platform longer, and more bytes, than the answer to one conversion. */
export const SPEND_LIMITS = { timeoutMs: 60_000, maxAnswerBytes: 67_108_864 } as const;

type Answered = Extract<Exchange, { isAnswered: true }>;
type SpendQuestion = {
  readonly connection: PlatformConnection;
  readonly request: (token: string) => PlatformRequest;
  /** What an answer means that is not what was asked for; null where it is. */
  readonly refusal: (answer: Exchange) => PlatformAnswer | null;
};

/**
 * Asks a platform for figures, with as much time and room as they need.
 * @throws SpendNotRead
 */
export async function askForSpend(
  { connection, request, refusal }: SpendQuestion,
  signal: AbortSignal,
): Promise<Answered> {
  let given: Exchange | undefined;
  const answer = await withAccessToken(
    { ...connection, withinMs: SPEND_LIMITS.timeoutMs },
    signal,
    async (token, within) => {
      given = await exchange({ ...SPEND_LIMITS, ...request(token) }, within);
      return refusal(given) ?? platformAnswer(given, { class: 'delivered' });
    },
  );
  if (answer.class !== 'delivered' || !given?.isAnswered) throw new SpendNotRead(answer);
  return given;
}
