import type { PlatformAnswer, PlatformConnection } from '../adapter.ts';
import { EXCHANGE_TIMEOUT_MS } from './exchange.ts';
import { NoAccessToken } from './no-access-token.ts';
import { noAnswer } from './platform-answer.ts';

type Send = (token: string, signal: AbortSignal) => Promise<PlatformAnswer>;

/**
 * Asks with an access token, and once more with another one where the platform refuses the first; all of it within the
 * time of one exchange, unless it is given more.
 */
export async function withAccessToken(
  {
    accessToken,
    withinMs = EXCHANGE_TIMEOUT_MS,
  }: Pick<PlatformConnection, 'accessToken'> & { readonly withinMs?: number },
  signal: AbortSignal,
  send: Send,
): Promise<PlatformAnswer> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  try {
    const token = await orAborted(accessToken(), within);
    const answer = await send(token, within);
    if (answer.class !== 'auth') return answer;
    const another = await orAborted(accessToken(token), within);
    return another === token ? answer : await send(another, within);
  } catch (error) {
    if (error instanceof NoAccessToken) return error.answer;
    if (!within.aborted || error !== within.reason) throw error;
    return noAnswer({ isAnswered: false, reason: 'timeout: no access token in time', wasSent: false });
  }
}

function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
