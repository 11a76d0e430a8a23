import type { Asker, AuditOrigin } from '@cvq/storage';
import { type AskingHeaders, admitCaller } from './admit-caller.ts';
import { findOperation } from './find-operation.ts';
import type { ReadDeps } from './operation.ts';
import { runOperation } from './run-operation.ts';
import type { Answered } from './send-answer.ts';

/** A request of the read API, free of the framework that brought it. */
export type ReadRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: AskingHeaders;
  readonly from: AuditOrigin;
  /** Aborted with ClientGone when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Told how long each question to the store of events took. */
  readonly noteTiming: Asker['noteTiming'];
  /** Asked for once it is known that the operation takes a body. */
  readonly body: () => Promise<unknown>;
};

/**
 * The read path over REST: who asks, whether it may ask now, and what for. The order of these checks is fixed, as is
 * that of `runOperation`.
 * @throws ApiError
 */
export async function answer(request: ReadRequest, deps: ReadDeps): Promise<Answered> {
  const { caller, release } = await admitCaller(request, deps);
  try {
    const { row: operation, parameters } = findOperation(request.method, request.path);
    const { query, body, from, signal, noteTiming } = request;
    const given = { from: 'query', query, path: parameters, body } as const;
    return {
      operation,
      response: await runOperation(operation, given, { caller, from, signal, noteTiming, deps }),
    };
  } finally {
    await release();
  }
}
