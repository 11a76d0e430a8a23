import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { isViewerEverywhere, requireScopes } from '../access/requirements.ts';
import { auditOriginOf } from '../edge/audit-origin-of.ts';
import { signalOfClient } from '../edge/client-signal.ts';
import { askedOrigin } from '../net/asked-origin.ts';
import type { Asking } from './asking.ts';
import { openServer } from './open-server.ts';
import { type AskedFor, readMessage } from './read-message.ts';
import { operationOfResource } from './resources.ts';
import { findTool } from './tools.ts';

/** What answers a message. */
export type OpenServer = (asking: Asking) => McpServer;

/** A request of an agent that may ask. */
type Asked = Pick<Asking, 'caller' | 'deps'> & { readonly request: Request; readonly response: Response };

/**
 * Answers a message, where it may be answered. The SDK knows how.
 * @throws RpcRefused for a message in the wrong form
 * @throws ApiError insufficient_scope
 */
export async function answerMessage(body: unknown, asked: Asked, open: OpenServer = openServer) {
  await requireScopesOf(readMessage(body), asked);
  const { request, response, deps } = asked;
  // Not before: a client that has half-closed is probed with an answer of its own.
  const signal = signalOfClient(request, response);
  const asking: Asking = { ...asked, signal, from: auditOriginOf('mcp', { request, response }) };
  let failure: Error | null = null;
  const handler = createMcpHandler(() => open(asking), {
    onerror: (error) => {
      failure = error;
    },
  });
  const serve = toNodeHandler(handler);
  // Its type differs from Node's in whether what is optional may be undefined.
  const incoming = request as Parameters<typeof serve>[0];
  await deps.underWay.run(handler, () => serve(incoming, response, body));
  // What the client did wrong is also reported; only ours ends in such a status.
  if (response.statusCode < 500) return;
  deps.failures.note(
    failure ?? new Error(`The SDK answered ${response.statusCode}, and said not why`),
    request,
    response,
  );
}

/**
 * A missing scope is refused over HTTP, since a client then asks its person for it. A viewer could not give it, and is refused
 * by the operation itself.
 */
async function requireScopesOf(
  { tool, resource }: AskedFor,
  { caller, request, deps }: Asked,
): Promise<void> {
  const asked = tool === null ? null : findTool(tool);
  const operation = asked?.operation ?? (resource === null ? null : operationOfResource(resource));
  if (operation === null) return;
  const { control, dashboardOrigin } = deps;
  if (operation.writes && isViewerEverywhere(caller, await control.reach(caller.principal))) return;
  requireScopes(operation, caller, () => askedOrigin(request.headers.host, dashboardOrigin()));
}
