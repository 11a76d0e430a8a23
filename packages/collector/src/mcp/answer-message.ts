import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { isViewerEverywhere, requireScopes } from '../access/requirements.ts';
import { askedOrigin } from '../net/asked-origin.ts';
import type { Asking } from './asking.ts';
import { openServer } from './open-server.ts';
import { readMessage } from './read-message.ts';
import { operationOfResource } from './resources.ts';
import { findTool } from './tools.ts';

/** What answers a message. */
export type OpenServer = (asking: Asking) => McpServer;

/** Answers a message that may be answered. The SDK knows how. */
export async function answerMessage(body: unknown, asking: Asking, open: OpenServer = openServer) {
  const { request, response, deps } = asking;
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
  if (response.statusCode >= 500) deps.failures.note(failure, request, response);
}

/**
 * A message has to have the right form, and what it asks for must be within the scopes of who asks. A missing scope is refused over HTTP, since
 * a client then asks its person for it: in vain where that person is a viewer, whom the operation itself refuses.
 * @throws RpcRefused for a message in the wrong form
 * @throws ApiError insufficient_scope
 */
export async function requireAnswerable(
  body: unknown,
  { caller, request, deps }: Pick<Asking, 'caller' | 'request' | 'deps'>,
): Promise<void> {
  const { tool, resource } = readMessage(body);
  const asked = tool === null ? null : findTool(tool);
  const operation = asked?.operation ?? (resource === null ? null : operationOfResource(resource));
  if (operation === null) return;
  const { control, dashboardOrigin } = deps;
  if (operation.writes && isViewerEverywhere(caller, await control.reach(caller.principal))) return;
  requireScopes(operation, caller, () => askedOrigin(request.headers.host, dashboardOrigin()));
}
