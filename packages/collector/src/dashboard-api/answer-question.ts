import { SCOPES } from '@cvq/contract';
import type { Asker, AuditOrigin } from '@cvq/storage';
import type { Caller } from '../access/caller.ts';
import type { GivenArguments } from '../read/arguments/read-arguments.ts';
import type { Operation, ReadDeps } from '../read/operation.ts';
import { runOperation } from '../read/run-operation.ts';
import { type SignedIn, subjectOf } from './session/signed-in.ts';

type Asking = Pick<Asker, 'signal' | 'noteTiming'> & {
  readonly by: SignedIn;
  readonly from: AuditOrigin;
  readonly deps: ReadDeps;
};

/**
 * Runs an operation of the read API as somebody who has signed in: what they can see and do follows from their role alone.
 * Scopes narrow keys, and the quotas of a plan are those of keys.
 * @throws ApiError
 */
export function answerQuestion(
  operation: Operation,
  given: GivenArguments,
  { by, ...asking }: Asking,
): Promise<unknown> {
  return runOperation(operation, given, { ...asking, caller: callerOf(by) });
}

function callerOf(by: SignedIn): Caller {
  const id = by.kind === 'person' ? by.user.id : by.session.id;
  return {
    id,
    account: id,
    name: by.kind === 'person' ? by.user.name : 'Demo',
    scopes: SCOPES,
    granted: SCOPES,
    plan: 'enterprise',
    isAgencyWide: false,
    principal: subjectOf(by),
  };
}
