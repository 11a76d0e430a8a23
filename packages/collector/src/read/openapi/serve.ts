import type { RequestHandler } from 'express';
import { builtDocument } from '../../edge/built-document.ts';
import { ApiError } from '../../errors/api-error.ts';
import { refuseQueryCredentials } from '../authenticate.ts';

/** The API document. It is public, so that a program can learn the API before it has a key. */
export function serveApiDocument(): RequestHandler {
  const send = builtDocument(new URL('./document/openapi.json', import.meta.url));
  return async (request, response) => {
    const { method, query, path } = request;
    refuseQueryCredentials(query);
    if (method !== 'GET' && method !== 'HEAD') {
      throw new ApiError('invalid_request', `${path} does not support ${method}: use GET.`, {
        headers: { Allow: 'GET' },
      });
    }
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' });
    await send(request, response);
  };
}
