import { fieldErrors, type Scope } from '@cvq/contract';
import { requirePlan } from '../access/require-plan.ts';
import { requireRole } from '../access/require-role.ts';
import { ApiError } from '../errors/api-error.ts';
import { admitRequest } from '../quotas/admit-request.ts';
import { authenticate, type Caller } from './authenticate.ts';
import { findOperation } from './find-operation.ts';
import type { Operation, ReadDeps } from './operation.ts';
import { refuseQueryCredentials } from './refuse-query-credentials.ts';
import { resolveProject } from './resolve-project.ts';

/** A request of the read API, free of the framework that brought it. */
export type ReadRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly authorization: string | undefined;
};

/**
 * The read path. The order of its checks is fixed: what a caller may not know must not show in which check
 * refused it.
 * @throws ApiError
 */
export async function answer(request: ReadRequest, deps: ReadDeps): Promise<unknown> {
  refuseQueryCredentials(request.query);
  const caller = await authenticate(request.authorization, { control: deps.control, now: deps.now() });
  deps.noteUse(caller.key.id, deps.now());
  const leave = await admitRequest(caller.key, deps.control, deps.now());
  try {
    return await answerCaller(request, caller, deps);
  } finally {
    await leave();
  }
}

async function answerCaller(request: ReadRequest, caller: Caller, deps: ReadDeps): Promise<unknown> {
  requirePlan(caller.key, deps.baseUrl());
  const { operation, parameters } = findOperation(request.method, request.path);
  const query = parseQuery(operation, request.query);
  requireScopes(operation, caller);
  const reach = await deps.control.reach({ kind: 'key', keyId: caller.key.id });
  if (operation.about === 'credential') return operation.run({ caller, reach, query }, deps);
  const { project: inQuery } = query as { project?: string };
  const project = resolveProject({ inPath: parameters.project, inQuery }, reach);
  requireRole(operation, project.role);
  return operation.run({ caller, project, query }, deps);
}

function parseQuery({ query: schema }: Operation, query: Readonly<Record<string, unknown>>): unknown {
  const result = schema.safeParse({ ...query });
  if (result.success) return result.data;
  const fields = fieldErrors(result.error);
  const summary = fields.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw new ApiError('invalid_request', `${summary}.`, { details: { fields } });
}

function requireScopes({ scopes }: Operation, { key }: Caller): void {
  const missing = scopes.filter((scope: Scope) => !key.scopes.includes(scope));
  if (missing.length === 0) return;
  throw new ApiError('insufficient_scope', `The key lacks ${missing.join(' and ')}.`, {
    details: { required_scopes: scopes },
    headers: {
      'WWW-Authenticate': `Bearer realm="cvq", error="insufficient_scope", scope="${scopes.join(' ')}"`,
    },
  });
}
