import type { Caller } from '../access/caller.ts';
import { requirePlan } from '../access/requirements.ts';
import { askedOrigin } from '../net/asked-origin.ts';
import { admitRequest } from '../quotas/admit-request.ts';
import { authenticate, refuseQueryCredentials } from './authenticate.ts';
import type { ReadDeps } from './operation.ts';

/** A caller who may ask now, and what gives its slot back once it is answered. */
export type Admitted = { readonly caller: Caller; readonly release: () => Promise<void> };

/** What a request says of who asks, and by which name of the collector. */
export type AskingHeaders = {
  readonly authorization?: string | undefined;
  readonly host?: string | undefined;
};

/**
 * Who asks, and whether that caller may ask now.
 * @throws ApiError invalid_request, unauthenticated, invalid_token, rate_limited, plan_required: in this order
 */
export async function admitCaller(
  request: { readonly query: Readonly<Record<string, unknown>>; readonly headers: AskingHeaders },
  deps: ReadDeps,
): Promise<Admitted> {
  refuseQueryCredentials(request.query);
  const origin = deps.dashboardOrigin();
  const { authorization, host } = request.headers;
  const { control, findKey } = deps;
  const gate = { control, findKey, now: deps.now(), origin, asked: askedOrigin(host, origin) };
  const caller = await authenticate(authorization, gate);
  deps.noteUse(caller.id, deps.now());
  const release = await admitRequest(caller, deps.control, deps.now());
  try {
    requirePlan(caller, deps.baseUrl);
    return { caller, release };
  } catch (error) {
    await release();
    throw error;
  }
}
