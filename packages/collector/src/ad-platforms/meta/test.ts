import type { PlatformConnection, PlatformTestResult } from '../adapter.ts';
import { HASH_OF_NOBODY, NO_CONVERSION } from '../test-request.ts';
import { toCheck } from '../to-check.ts';
import { TOO_OLD } from './error-codes.ts';
import { problemOfEventName } from './event-names.ts';
import { type MetaApi, sendToMeta } from './send.ts';

type Test = { readonly connection: PlatformConnection; readonly actions: readonly string[] };

const DAY_SECONDS = 86_400;
/** An event of this name counts as nothing that anybody optimises for. */
const NAME = 'CvqConnectionTest';

const ACCESS =
  'Check the number of the dataset (pixel), and that the token was made for it: in Events Manager, under Settings, Conversions API.';
const HOW_TO_MEND: Readonly<Record<string, string>> = {
  '190':
    'The token is not valid. Make a new one in Events Manager, under Settings, Conversions API, and connect again.',
  '190/463':
    'The token has ended. Make a new one in Events Manager, under Settings, Conversions API, and connect again.',
  '100/33': ACCESS,
  '200': ACCESS,
  '10': ACCESS,
  '3': ACCESS,
};

/**
 * Asks Meta to take an event that is older than it takes: it checks token and dataset first, refuses, and counts nothing.
 * With a code for test events, one more is shown in Events Manager.
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/using-the-api#testEvents
 */
export async function testMeta(
  api: MetaApi,
  { connection, actions }: Test,
  signal: AbortSignal,
): Promise<PlatformTestResult> {
  const send = (ageSeconds: number, more: object) => {
    const event_time = Math.floor(api.now() / 1_000) - ageSeconds;
    const event = { event_name: NAME, event_time, action_source: 'system_generated' };
    const body = { ...more, data: [{ ...event, user_data: { em: [HASH_OF_NOBODY] } }] };
    return sendToMeta(api, { built: { ...NO_CONVERSION, body }, connection }, signal);
  };
  const answer = await send(8 * DAY_SECONDS, {});
  const isFine = answer.code === TOO_OLD || answer.class === 'delivered';
  const checks = [
    toCheck(`The token may send to dataset ${connection.account}`, {
      answer,
      isFine,
      howToMend: HOW_TO_MEND,
    }),
  ];
  const code = connection.credential('test_event_code');
  if (code !== undefined && isFine) {
    const shown = await send(0, { test_event_code: code });
    const what = 'A test event is shown in Events Manager, under Test events';
    checks.push(
      toCheck(what, { answer: shown, isFine: shown.class === 'delivered', howToMend: HOW_TO_MEND }),
    );
  }
  for (const action of actions) {
    const problem = problemOfEventName(action);
    checks.push({ what: `${action} can be the name of an event`, ok: problem === null, problem });
  }
  return { ok: checks.every(({ ok }) => ok), checks };
}
