import type { RequestHandler } from 'express';
import { type CompressedBody, compressedBody } from '../../edge/compressed-body.ts';
import { ApiError } from '../../errors/api-error.ts';
import { operations } from '../operations.ts';
import { refuseQueryCredentials } from '../refuse-query-credentials.ts';
import { apiDocument } from './api-document.ts';

/** The API document. It is public, so that a program can learn the API before it has a key. */
export function serveApiDocument(): RequestHandler {
  let making: Promise<CompressedBody> | null = null;
  return async (request, response) => {
    const { method, query, path } = request;
    refuseQueryCredentials(query);
    if (method !== 'GET' && method !== 'HEAD') {
      throw new ApiError('invalid_request', `${path} does not support ${method}: use GET.`, {
        headers: { Allow: 'GET' },
      });
    }
    making ??= compressedBody(Buffer.from(JSON.stringify(apiDocument(operations))));
    const document = await making;
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' });
    document.send(request, response.type('json'));
  };
}
