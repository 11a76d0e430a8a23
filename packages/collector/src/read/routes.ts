import { Router } from 'express';
import { auditOriginOf } from '../edge/audit-origin-of.ts';
import { signalOfClient } from '../edge/client-signal.ts';
import { isOurFault } from '../errors/error-response.ts';
import { SharedBudget } from '../quotas/limits.ts';
import { answer } from './answer.ts';
import { serveApiDocument } from './openapi/serve.ts';
import type { ReadDeps } from './operation.ts';
import { readBody } from './read-body.ts';
import { refuseAmbiguous } from './refuse-ambiguous.ts';
import { sendAnswer } from './send-answer.ts';
import { ServerTiming } from './server-timing.ts';

/** Memory for bodies between their arrival and their answer. */
const BODIES = { limit: 16_777_216, perOwner: 4_194_304 };

/** Everything below `/v1` that is not a tracking path is the read API's, unknown paths included. */
export function readRoutes(deps: ReadDeps): Router {
  const router = Router({ caseSensitive: true });
  const budget = new SharedBudget(BODIES);
  router.all('/v1/openapi.json', serveApiDocument());
  router.all('/v1/*path', async (request, response) => {
    refuseAmbiguous(request);
    const { method, path, query, headers } = request;
    const body = () => readBody(request, budget);
    const signal = signalOfClient(request, response);
    const timing = new ServerTiming();
    const from = auditOriginOf('read_api', { request, response });
    const asked = { method, path, query, headers, from, body, signal };
    try {
      const answered = await answer({ ...asked, noteTiming: timing.note }, deps);
      response.set('Server-Timing', timing.header());
      await sendAnswer(request, response, answered);
    } catch (error) {
      // A refusal is the same whatever was found out before it, so it does not tell how long that took.
      if (isOurFault(error)) response.set('Server-Timing', timing.header());
      throw error;
    }
  });
  return router;
}
