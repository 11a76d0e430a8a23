import { readFile } from 'node:fs/promises';
import type { Request, Response } from 'express';
import { type NegotiatedBody, negotiatedBody } from './negotiated-body.ts';

/**
 * Sends a JSON document that the build has written and compressed, at an address below `dist`: to make it takes the thread
 * that answers everybody a second, and to compress it as long.
 */
export function builtDocument(file: URL): (request: Request, response: Response) => Promise<void> {
  let reading: Promise<NegotiatedBody> | null = null;
  return async (request, response) => {
    reading ??= readDocument(file);
    const document = await reading;
    document.send(request, response.type('json'));
  };
}

async function readDocument(file: URL): Promise<NegotiatedBody> {
  const read = (end: string) => readFile(new URL(file.href + end));
  const [identity, br, gzip] = await Promise.all([read(''), read('.br'), read('.gz')]);
  return negotiatedBody({ identity, br, gzip });
}
