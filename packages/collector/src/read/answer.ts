import type { Scope } from '@cvq/contract';
import { requirePlan, requirePlanOf } from '../access/require-plan.ts';
import { requireRole } from '../access/require-role.ts';
import { ApiError } from '../errors/api-error.ts';
import { admitRequest } from '../quotas/admit-request.ts';
import { authenticate, type Caller } from './authenticate.ts';
import { findOperation } from './find-operation.ts';
import type { Operation, ReadDeps } from './operation.ts';
import { parsePart, parseQuery } from './parse-part.ts';
import { refuseQueryCredentials } from './refuse-query-credentials.ts';
import { resolveProject } from './resolve-project.ts';

/** A request of the read API, free of the framework that brought it. */
export type ReadRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly authorization: string | undefined;
  /** Asked for once it is known that the operation takes a body. */
  readonly body: () => Promise<unknown>;
};

export type Answered = { readonly operation: Operation; readonly response: unknown };

/**
 * The read path. The order of its checks is fixed: what a caller may not know must not show in which check
 * refused it.
 * @throws ApiError
 */
export async function answer(request: ReadRequest, deps: ReadDeps): Promise<Answered> {
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

async function answerCaller(request: ReadRequest, caller: Caller, deps: ReadDeps): Promise<Answered> {
  requirePlan(caller.key, deps.baseUrl());
  const { operation, parameters } = findOperation(request.method, request.path);
  requirePlanOf(operation, caller.key, deps.baseUrl());
  const asked = { caller, ...(await parseRequest(operation, request, parameters)) };
  requireScopes(operation, caller);
  const reach = await deps.control.reach({ kind: 'key', keyId: caller.key.id });
  if (operation.about === 'credential') {
    return { operation, response: await operation.run({ ...asked, reach }, deps) };
  }
  const { project: inQuery } = asked.query as { project?: string };
  const project = resolveProject({ inPath: parameters.project, inQuery }, reach);
  requireRole(operation, project.role);
  return { operation, response: await operation.run({ ...asked, project }, deps) };
}

async function parseRequest(
  { query, params, body }: Operation,
  request: ReadRequest,
  { project: _, ...parameters }: Readonly<Record<string, string>>,
) {
  return {
    query: parseQuery(query, request.query),
    params: params && parsePart(params, parameters),
    body: body && parsePart(body, await request.body()),
  };
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
