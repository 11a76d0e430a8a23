import { z } from 'zod';
import type { PlatformAnswer, PlatformConnection } from '../adapter.ts';
import { platformAnswer } from '../exchange/platform-answer.ts';
import { askMicrosoft, type MicrosoftApi } from './ask.ts';

/** The status of each goal for offline conversions by its name. */
export type Goals = ReadonlyMap<string, string>;

const Queried = z.object({
  ConversionGoals: z.array(z.object({ Name: z.string(), Status: z.string().nullish() }).nullable()).nullish(),
});

/**
 * Asks for the goals of the account; null where the answer does not tell of them.
 * @see https://learn.microsoft.com/en-us/advertising/campaign-management-service/getconversiongoalsbyids
 */
export async function queryGoals(
  api: MicrosoftApi,
  connection: PlatformConnection,
  signal: AbortSignal,
): Promise<{ readonly answer: PlatformAnswer; readonly goals: Goals | null }> {
  const { answer, json } = await askMicrosoft(
    api,
    {
      path: 'ConversionGoals/QueryByIds',
      // Without ids all are meant.
      body: { ConversionGoalIds: null, ConversionGoalTypes: 'OfflineConversion' },
      connection,
      read: (exchange) => platformAnswer(exchange, { class: 'delivered' }),
    },
    signal,
  );
  const queried = Queried.safeParse(json);
  if (answer.class !== 'delivered' || !queried.success) return { answer, goals: null };
  const goals = queried.data.ConversionGoals?.flatMap((goal) =>
    goal === null ? [] : [[goal.Name, goal.Status ?? 'Active'] as const],
  );
  return { answer, goals: new Map(goals) };
}

/** What is wrong with mapping an event type to a goal, and how to mend it; null where it takes conversions. */
export function problemOfGoal(goal: string, goals: Goals): string | null {
  const status = goals.get(goal);
  if (status === 'Active') return null;
  if (status !== undefined) return `The goal has status ${status}. Switch it on in Microsoft Advertising.`;
  const there = goals.size === 0 ? 'There is none' : `There are: ${[...goals.keys()].join(', ')}`;
  return `No goal for offline conversions has this name. Map the event type to the exact name of one, or make one and wait two hours. ${there}.`;
}
