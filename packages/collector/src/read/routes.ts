import { Router } from 'express';
import { ClientGone, repeatedHeader } from '../body/receive.ts';
import { ApiError } from '../errors/api-error.ts';
import { SharedBudget } from '../quotas/limits.ts';
import { answer } from './answer.ts';
import { serveApiDocument } from './openapi/serve.ts';
import type { ReadDeps } from './operation.ts';
import { readBody } from './read-body.ts';
import { sendAnswer } from './send-answer.ts';

/** Memory for bodies between their arrival and their answer. */
const BODIES = { limit: 16_777_216, perOwner: 4_194_304 };

/** Everything below `/v1` that is not a tracking path is the read API's, unknown paths included. */
export function readRoutes(deps: ReadDeps): Router {
  const router = Router({ caseSensitive: true });
  const budget = new SharedBudget(BODIES);
  router.all('/v1/openapi.json', serveApiDocument());
  router.all('/v1/*path', async (request, response) => {
    const repeated = repeatedHeader(request);
    if (repeated !== null) {
      throw new ApiError('invalid_request', `The header ${repeated} was sent more than once.`);
    }
    const { method, path, query, headers } = request;
    const body = () => readBody(request, budget);
    const gone = new AbortController();
    response.once('close', () => gone.abort(new ClientGone()));
    const { signal } = gone;
    const asked = { method, path, query, authorization: headers.authorization, body, signal };
    sendAnswer(request, response, await answer(asked, deps));
  });
  return router;
}
