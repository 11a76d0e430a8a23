import type { IncomingMessage, ServerResponse } from 'node:http';
import { isOurFault } from '../errors/error-response.ts';
import { type Log, loggablePath } from '../log.ts';
import { requestIdOf } from './request-id.ts';

export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly log: Log;
};

/** Causes that are in the log with their stacks. */
const logged = new WeakSet<object>();

/**
 * Writes a failure of ours into the log: once for each request, with its id and the cause. One failed commit is the
 * cause of hundreds of failed requests, so its stack is written with the first of them only.
 */
export function logFailure(error: unknown, { request, response, log }: Exchange): void {
  if (!isOurFault(error)) return;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const about = { requestId: requestIdOf(response), path: loggablePath(request.url ?? '') };
  if (cause instanceof Error && logged.has(cause)) {
    log.error({ ...about, cause: `${cause.name}: ${cause.message}` }, 'A request failed');
    return;
  }
  if (cause instanceof Error) logged.add(cause);
  log.error({ ...about, err: error }, 'A request failed');
}
