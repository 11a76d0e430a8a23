import { HOUR_MS } from '@cvq/contract';
import type { ControlStore } from '@cvq/storage';
import { type Request, type Response, Router } from 'express';
import { requireOwnHost } from '../dashboard-api/session/guard-request.ts';
import { requestIdOf } from '../edge/http-server.ts';
import { readApplicationMetadata } from '../grants/application-metadata.ts';
import type { GrantDeps } from '../grants/grant-deps.ts';
import { OauthRefused } from '../grants/oauth-refused.ts';
import { networkOfClient, truncateAddress } from '../net/address.ts';
import { askedOrigin } from '../net/asked-origin.ts';
import type { DashboardAddress } from '../net/dashboard-address.ts';
import { SharedBudget, WindowCounters } from '../quotas/limits.ts';
import { giveTokens, type OauthAnswer, register, revoke } from './endpoints.ts';
import { OAUTH_PATHS, resourceMetadata, serverMetadata } from './metadata.ts';
import { readForm, readMetadata } from './read-request.ts';

type OauthDeps = {
  readonly control: ControlStore;
  readonly now: () => number;
  readonly address: () => DashboardAddress;
};

const BODIES = { limit: 4_194_304, perOwner: 1_048_576 };

/** How often one network may ask, and how many programs may register from it: each does so once. */
const REQUESTS_PER_MINUTE = 300;
const REGISTRATIONS_PER_HOUR = 20;
const MAX_NETWORKS = 10_000;

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
  'X-Content-Type-Options': 'nosniff',
};

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, MCP-Protocol-Version',
  'Access-Control-Max-Age': '7200',
};

/**
 * What applications ask by OAuth 2.1. Any origin may read the answers: nothing here looks at cookies. That a person is asked
 * is a page of the dashboard.
 */
export function oauthRoutes(deps: OauthDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const budget = new SharedBudget(BODIES);
  const requests = new WindowCounters({ limit: REQUESTS_PER_MINUTE, names: MAX_NETWORKS });
  const perHour = { limit: REGISTRATIONS_PER_HOUR, names: MAX_NETWORKS, lengthMs: HOUR_MS };
  const registrations = new WindowCounters(perHour);

  const take = (counters: WindowCounters, request: Request) =>
    requireQuota(counters.take(networkOfClient(request.ip ?? null), deps.now()));
  const serve = (path: string, answer: Answer) => router.all(path, endpoint(deps, answer));
  serve(OAUTH_PATHS.register, async (request, given) => {
    take(requests, request);
    const metadata = readApplicationMetadata(await readMetadata(request, budget));
    // What is refused costs nothing: whoever writes an application tries until it is right.
    take(registrations, request);
    return register(metadata, given);
  });
  serve(OAUTH_PATHS.token, async (request, given) => {
    take(requests, request);
    return giveTokens(await readForm(request, budget), given);
  });
  serve(OAUTH_PATHS.revoke, async (request, given) => {
    take(requests, request);
    return revoke(await readForm(request, budget), given);
  });
  publish(router, '/.well-known/oauth-authorization-server', () => serverMetadata(deps.address().origin));
  for (const path of ['', '/mcp'])
    publish(router, `/.well-known/oauth-protected-resource${path}`, ({ headers }) => {
      const { origin } = deps.address();
      return resourceMetadata(origin, askedOrigin(headers.host, origin));
    });
  return router;
}

type Answer = (request: Request, deps: GrantDeps) => Promise<OauthAnswer>;

/** The handler of an endpoint, under the dashboard's own host alone. */
function endpoint(deps: OauthDeps, answer: Answer) {
  return async (request: Request, response: Response): Promise<void> => {
    response.set(CORS);
    if (request.method === 'OPTIONS') return void response.set(PREFLIGHT).status(204).end();
    response.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    requireOwnHost(request, deps.address());
    try {
      requirePost(request, response);
      const { status, body } = await answer(request, grantDeps({ request, response }, deps));
      if (body === null) response.status(status).end();
      else response.status(status).json(body);
    } catch (error) {
      if (!(error instanceof OauthRefused)) throw error;
      refuse(response, error);
    }
  };
}

/** A document that says no more than what is known anyway, under whatever host. */
function publish(router: Router, path: string, document: (request: Request) => object): void {
  router.options(
    path,
    (_, response) =>
      void response
        .set({ ...CORS, ...PREFLIGHT })
        .status(204)
        .end(),
  );
  router.get(path, (request, response) => {
    response.set({ ...CORS, 'Cache-Control': 'no-cache' }).json(document(request));
  });
}

function grantDeps(
  { request, response }: { readonly request: Request; readonly response: Response },
  { control, now, address }: OauthDeps,
): GrantDeps {
  const network = truncateAddress(request.ip ?? '');
  const from = { surface: 'oauth', network, requestId: requestIdOf(response) } as const;
  return { control, now, origin: address().origin, from };
}

function requirePost({ method, path }: Request, response: Response): void {
  if (method === 'POST') return;
  response.set('Allow', 'POST, OPTIONS');
  throw new OauthRefused('invalid_request', `${path} does not support ${method}: use POST.`);
}

function requireQuota(wait: number | null): void {
  if (wait === null) return;
  throw new OauthRefused('temporarily_unavailable', `Too many requests. Retry in ${wait} s.`, wait);
}

function refuse(response: Response, { status, code, message, retryAfterSeconds }: OauthRefused): void {
  if (retryAfterSeconds !== null) response.set('Retry-After', String(retryAfterSeconds));
  // A refusal may leave a body unread; it must not be taken for the next request.
  if (!response.req.complete) response.set('Connection', 'close');
  response.status(status).json({ error: code, error_description: message });
}
