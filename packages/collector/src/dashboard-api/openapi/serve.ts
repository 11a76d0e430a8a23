import type { Request, Response } from 'express';
import { builtDocument } from '../../edge/built-document.ts';
import { ApiError } from '../../errors/api-error.ts';

/** The document of the dashboard API, for who has signed in. */
export function serveDashboardDocument(): (request: Request, response: Response) => Promise<void> {
  const send = builtDocument(new URL('./document/openapi.json', import.meta.url));
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new ApiError('invalid_request', `${request.path} does not support ${request.method}: use GET.`, {
        headers: { Allow: 'GET' },
      });
    await send(request, response);
  };
}
