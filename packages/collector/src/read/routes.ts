import { Router } from 'express';
import { repeatedHeader } from '../edge/repeated-header.ts';
import { ApiError } from '../errors/api-error.ts';
import { answer } from './answer.ts';
import type { ReadDeps } from './operation.ts';

/** Everything below `/v1` that is not a tracking path is the read API's, unknown paths included. */
export function readRoutes(deps: ReadDeps): Router {
  const router = Router({ caseSensitive: true });
  router.all('/v1/*path', async (request, response) => {
    const repeated = repeatedHeader(request);
    if (repeated !== null) {
      throw new ApiError('invalid_request', `The header ${repeated} was sent more than once.`);
    }
    const { method, path, query } = request;
    const authorization = request.headers.authorization;
    const body = await answer({ method, path, query, authorization }, deps);
    response.set('Cache-Control', 'no-store').json(body);
  });
  return router;
}
