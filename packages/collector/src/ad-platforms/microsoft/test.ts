import type { PlatformConnection, PlatformTestResult } from '../adapter.ts';
import { toCheck } from '../to-check.ts';
import type { MicrosoftApi } from './ask.ts';
import { type Goals, problemOfGoal, queryGoals } from './goals.ts';

type Test = { readonly connection: PlatformConnection; readonly actions: readonly string[] };

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

/** Asks for the goals of the account: Microsoft does not always refuse a conversion whose goal does not exist. */
export async function testMicrosoft(
  api: MicrosoftApi,
  { connection, actions }: Test,
  signal: AbortSignal,
): Promise<PlatformTestResult> {
  const { answer, goals } = await queryGoals(api, connection, signal);
  const what = `Account ${connection.account} can be reached`;
  const reached = toCheck(what, { answer, isFine: goals !== null, howToMend: HOW_TO_MEND });
  if (goals === null) return { ok: false, checks: [reached] };
  const checks = [reached, ...actions.map((action) => checkGoal(action, goals))];
  return { ok: checks.every(({ ok }) => ok), checks };
}

function checkGoal(goal: string, goals: Goals): PlatformTestResult['checks'][number] {
  const problem = problemOfGoal(goal, goals);
  return { what: `The goal ${goal} takes offline conversions`, ok: problem === null, problem };
}
