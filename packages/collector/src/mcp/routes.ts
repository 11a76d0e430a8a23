import { type Request, type Response, Router } from 'express';
import { ApiError } from '../errors/api-error.ts';
import { SharedBudget } from '../quotas/limits.ts';
import { admitCaller } from '../read/admit-caller.ts';
import { readBody } from '../read/read-body.ts';
import { refuseAmbiguous } from '../read/refuse-ambiguous.ts';
import type { OpenServer } from './answer-message.ts';
import type { McpDeps } from './asking.ts';
import { requireKnownHost, requireKnownOrigin } from './guard-request.ts';
import { RPC_CODES, RpcRefused, sendRpcRefusal } from './rpc-refused.ts';

const PATH = '/mcp';

/** Memory for bodies between their arrival and their answer. */
const BODIES = { limit: 16_777_216, perOwner: 4_194_304 };

/** What a web page may send and read. */
const CORS = {
  'Access-Control-Allow-Methods': 'POST, GET, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, X-Request-Id, Retry-After, X-RateLimit-Scope',
  'Access-Control-Max-Age': '7200',
};

/**
 * The Model Context Protocol over streamable HTTP, for both of its generations and without a session: who asks, and whether
 * they may ask now. What answers is loaded with the first message: its modules take 9 MB, and many collectors have no agents.
 */
export function mcpRoutes(deps: McpDeps, open?: OpenServer): Router {
  const router = Router({ caseSensitive: true });
  const budget = new SharedBudget(BODIES);

  router.all(PATH, async (request, response) => {
    response.set('Cache-Control', 'no-store');
    refuseAmbiguous(request);
    requireKnownHost(request, deps);
    const origin = requireKnownOrigin(request, deps);
    response.vary('Origin');
    if (origin !== null) response.set({ 'Access-Control-Allow-Origin': origin, ...CORS });
    if (request.method === 'OPTIONS') return void response.status(204).end();
    try {
      await answer(request, response);
    } catch (error) {
      if (!(error instanceof RpcRefused)) throw error;
      sendRpcRefusal(response, error);
    }
  });

  /** The order of these checks is that of the read API. */
  async function answer(request: Request, response: Response): Promise<void> {
    const { query, headers } = request;
    const { caller, release } = await admitCaller({ query, headers }, deps);
    try {
      refuseMethod(request, response);
      const body = await bodyOf(request, budget);
      const { answerMessage } = await import('./answer-message.ts');
      await answerMessage(body, { caller, request, response, deps }, open);
    } finally {
      await release();
    }
  }

  return router;
}

/** Streams and sessions of earlier revisions: https://modelcontextprotocol.io/specification/2025-11-25/basic/transports */
function refuseMethod({ method }: Request, response: Response): void {
  if (method === 'POST') return;
  response.set('Allow', 'POST');
  throw new RpcRefused(RPC_CODES.request, `${PATH} does not support ${method}: use POST.`, { status: 405 });
}

async function bodyOf(request: Request, budget: SharedBudget): Promise<unknown> {
  try {
    return await readBody(request, budget);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error;
    throw new RpcRefused(RPC_CODES.parse, error.message, { status: 400 });
  }
}
