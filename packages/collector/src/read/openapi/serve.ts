import { readFile } from 'node:fs/promises';
import type { RequestHandler } from 'express';
import { type NegotiatedBody, negotiatedBody } from '../../edge/negotiated-body.ts';
import { ApiError } from '../../errors/api-error.ts';
import { refuseQueryCredentials } from '../authenticate.ts';

/** Written by the build: to make it takes the thread that answers everybody a second, and to compress it as long. */
const FILE = new URL('./document/openapi.json', import.meta.url);

/** The API document. It is public, so that a program can learn the API before it has a key. */
export function serveApiDocument(): RequestHandler {
  let reading: Promise<NegotiatedBody> | null = null;
  return async (request, response) => {
    const { method, query, path } = request;
    refuseQueryCredentials(query);
    if (method !== 'GET' && method !== 'HEAD') {
      throw new ApiError('invalid_request', `${path} does not support ${method}: use GET.`, {
        headers: { Allow: 'GET' },
      });
    }
    reading ??= readDocument();
    const document = await reading;
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' });
    document.send(request, response.type('json'));
  };
}

async function readDocument(): Promise<NegotiatedBody> {
  const read = (end: string) => readFile(new URL(FILE.href + end));
  const [identity, br, gzip] = await Promise.all([read(''), read('.br'), read('.gz')]);
  return negotiatedBody({ identity, br, gzip });
}
