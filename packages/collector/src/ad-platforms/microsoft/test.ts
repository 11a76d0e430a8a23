import { z } from 'zod';
import type { PlatformConnection, PlatformTestResult } from '../adapter.ts';
import { platformAnswer } from '../exchange/platform-answer.ts';
import { toCheck } from '../to-check.ts';
import { askMicrosoft, type MicrosoftApi } from './ask.ts';

type Test = { readonly connection: PlatformConnection; readonly actions: readonly string[] };

const Goals = z.object({
  ConversionGoals: z.array(z.object({ Name: z.string(), Status: z.string().nullish() }).nullable()).nullish(),
});

const HOW_TO_MEND: Readonly<Record<string, string>> = {
  InvalidCredentials:
    'The access token or the developer token is not one of this environment. Check the developer token, and connect again.',
  UserIsNotAuthorized:
    'Check the number of the account and, as login account, that of its customer; the person who gave consent must have access to both.',
  CustomerIdHasToBeSpecified: 'Connect again with the number of the customer as login account.',
  invalid_grant: 'The consent has ended or was taken back. Connect again and give consent anew.',
  invalid_client: 'Client id and client secret of the app do not belong together. Connect again with both.',
  unauthorized_client: 'The client id is of no app. Check it in the Azure portal, under App registrations.',
};

/**
 * Asks for the goals of the account, since the name of a goal that there is not is not refused with every conversion.
 * @see https://learn.microsoft.com/en-us/advertising/campaign-management-service/getconversiongoalsbyids
 */
export async function testMicrosoft(
  api: MicrosoftApi,
  { connection, actions }: Test,
  signal: AbortSignal,
): Promise<PlatformTestResult> {
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
  const goals = Goals.safeParse(json);
  const isFine = answer.class === 'delivered' && goals.success;
  const what = `Account ${connection.account} can be reached`;
  const reached = toCheck(what, { answer, isFine, howToMend: HOW_TO_MEND });
  if (!isFine) return { ok: false, checks: [reached] };
  const statuses = new Map(
    goals.data.ConversionGoals?.flatMap((goal) =>
      goal === null ? [] : [[goal.Name, goal.Status ?? 'Active']],
    ),
  );
  const checks = [reached, ...actions.map((action) => checkGoal(action, statuses))];
  return { ok: checks.every(({ ok }) => ok), checks };
}

function checkGoal(
  goal: string,
  statuses: ReadonlyMap<string, string>,
): PlatformTestResult['checks'][number] {
  const what = `The goal ${goal} takes offline conversions`;
  const status = statuses.get(goal);
  if (status === 'Active') return { what, ok: true, problem: null };
  if (status !== undefined)
    return {
      what,
      ok: false,
      problem: `The goal has status ${status}. Switch it on in Microsoft Advertising.`,
    };
  const names = [...statuses.keys()];
  const there = names.length === 0 ? 'There is none' : `There are: ${names.join(', ')}`;
  return {
    what,
    ok: false,
    problem: `No goal for offline conversions has this name. ${there}. Map the event type to the exact name of one, or make one and wait two hours.`,
  };
}
