import type { RequestHandler } from 'express';
import { ApiError } from '../../errors/api-error.ts';
import { operations } from '../operations.ts';
import { refuseQueryCredentials } from '../refuse-query-credentials.ts';
import { apiDocument } from './api-document.ts';

/** The API document. It is public, so that a program can learn the API before it has a key. */
export function serveApiDocument(): RequestHandler {
  let text: string | null = null;
  return ({ method, query, path }, response) => {
    refuseQueryCredentials(query);
    if (method !== 'GET' && method !== 'HEAD') {
      throw new ApiError('invalid_request', `${path} does not support ${method}: use GET.`, {
        headers: { Allow: 'GET' },
      });
    }
    text ??= JSON.stringify(apiDocument(operations));
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' });
    response.type('json').send(text);
  };
}
