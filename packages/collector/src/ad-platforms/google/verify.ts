import { z } from 'zod';
import type { PlatformAnswer, PlatformConnection } from '../adapter.ts';
import { type Exchange, exchange } from '../exchange/exchange.ts';
import { platformAnswer } from '../exchange/platform-answer.ts';
import { withAccessToken } from '../exchange/with-access-token.ts';
import { IDENTIFIER_OF_OUTCOME, OUTCOMES_OF_GOOGLE } from './error-codes.ts';
import { refusalOfGoogle } from './refusal.ts';
import type { GoogleApi } from './send.ts';

const Status = z.object({
  requestStatusPerDestination: z.tuple(
    [
      z.object({
        requestStatus: z.string().default('REQUEST_STATUS_UNKNOWN'),
        errorInfo: z
          .object({ errorCounts: z.array(z.object({ reason: z.string() })).default([]) })
          .optional(),
        warningInfo: z
          .object({ warningCounts: z.array(z.object({ reason: z.string() })).default([]) })
          .optional(),
      }),
    ],
    z.unknown(),
  ),
});
type StatusOfGoogle = z.infer<typeof Status>['requestStatusPerDestination'][0];

/** The page of the documentation says FAILURE, the enum says FAILED. */
const FAILED = new Set(['FAILED', 'FAILURE', 'PARTIAL_SUCCESS']);

/**
 * What became of an event: a request has one, so what is said of the request is said of it. A question that fails says
 * nothing of the event, nor does a token server that refuses it.
 * @see https://developers.google.com/data-manager/api/devguides/diagnostics
 */
export async function verifyWithGoogle(
  api: GoogleApi,
  { reference, connection }: { readonly reference: string; readonly connection: PlatformConnection },
  signal: AbortSignal,
): Promise<PlatformAnswer> {
  let isVerdict = false;
  const said = await withAccessToken(connection, signal, async (token, within) => {
    const url = `${api.address}/${api.version}/requestStatus:retrieve?requestId=${encodeURIComponent(reference)}`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await exchange({ method: 'GET', url, headers, secrets: [token] }, within);
    const status = answer.isAnswered && answer.status === 200 ? Status.safeParse(answer.json) : null;
    isVerdict = status?.success === true;
    return status?.success
      ? outcomeOf(answer, status.data.requestStatusPerDestination[0])
      : { ...refusalOfGoogle(answer, api.now()), isOutcomeKnown: true };
  });
  const isOfTheCaller = said.class === 'auth' || said.class === 'throttled';
  return isVerdict || isOfTheCaller ? said : { ...said, class: 'transient' };
}

function outcomeOf(answer: Exchange, { requestStatus, ...said }: StatusOfGoogle): PlatformAnswer {
  if (requestStatus === 'SUCCESS') {
    const warning = said.warningInfo?.warningCounts[0]?.reason;
    return platformAnswer(answer, {
      class: 'delivered',
      ...(warning !== undefined && { message: `Google warns: ${warning}` }),
    });
  }
  if (!FAILED.has(requestStatus)) return platformAnswer(answer, { class: 'processing', code: requestStatus });
  const code = said.errorInfo?.errorCounts[0]?.reason ?? requestStatus;
  return platformAnswer(answer, {
    // Whatever the reason, the event does not count, and sent again as it is it would be refused again.
    class: OUTCOMES_OF_GOOGLE[code] ?? 'invalid',
    code,
    leaveOut: IDENTIFIER_OF_OUTCOME[code] ?? null,
  });
}
