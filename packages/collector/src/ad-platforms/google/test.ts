import type { PlatformAnswer, PlatformConnection, PlatformTestResult } from '../adapter.ts';
import { HASH_OF_NOBODY, NO_CONVERSION } from '../test-request.ts';
import { toCheck } from '../to-check.ts';
import { destinationOf } from './build.ts';
import { HOW_TO_MEND_GOOGLE } from './how-to-mend.ts';
import { type GoogleApi, sendToGoogle } from './send.ts';

type Test = { readonly connection: PlatformConnection; readonly actions: readonly string[] };

/** Sends an event to each conversion action that Google checks and does not carry out. */
export async function testGoogle(
  api: GoogleApi,
  { connection, actions }: Test,
  signal: AbortSignal,
): Promise<PlatformTestResult> {
  const validate = (action: string, identifier: object) =>
    sendToGoogle(api, { built: validation(action, identifier), connection }, signal);
  const validation = (action: string, identifier: object) => ({
    ...NO_CONVERSION,
    body: {
      destinations: [destinationOf({ ...connection, action })],
      encoding: 'HEX',
      validateOnly: true,
      events: [{ eventTimestamp: new Date(api.now()).toISOString(), eventSource: 'WEB', ...identifier }],
    },
  });
  const checks = [];
  for (const action of actions) {
    const answer = await validate(action, { adIdentifiers: { gclid: 'Validated' } });
    checks.push(toCheck(`Conversions of clicks are taken by conversion action ${action}`, taken(answer)));
  }
  const [first] = actions;
  if (first !== undefined && checks.every(({ ok }) => ok)) {
    const userData = { userIdentifiers: [{ emailAddress: HASH_OF_NOBODY }] };
    const answer = await validate(first, { userData });
    checks.push(toCheck('Hashed e-mail addresses and phone numbers are taken', taken(answer)));
  }
  return { ok: checks.every(({ ok }) => ok), checks };
}

const taken = (answer: PlatformAnswer) => ({
  answer,
  isFine: answer.class === 'accepted',
  howToMend: HOW_TO_MEND_GOOGLE,
});
