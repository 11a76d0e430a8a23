import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type RequestHandler, Router } from 'express';

const HOUR = 'public, max-age=3600';
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * `/sdk.js`, and `/sdk.<contenthash>.js`, which never changes and so may be pinned by its integrity hash. The same
 * for `/sdk.extra.js`, which is the script with the parts that few sites need.
 */
export function sdkScript(): Router {
  const router = Router({ caseSensitive: true });
  router.get(
    ['/sdk.extra.js', '/sdk.extra.:hash.js'],
    serve(import.meta.resolve('@cvq/browser/sdk.extra.js')),
  );
  router.get(['/sdk.js', '/sdk.:hash.js'], serve(import.meta.resolve('@cvq/browser/sdk.js')));
  return router;
}

function serve(file: string): RequestHandler {
  let loaded: Promise<Script> | null = null;
  return async (request, response, next) => {
    loaded ??= load(file);
    const { body, etag, hash } = await loaded;
    const { hash: asked } = request.params as { hash?: string };
    if (asked !== undefined && asked !== hash) return next();
    response.set({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': asked === undefined ? HOUR : FOR_EVER,
      ETag: etag,
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    if (request.headers['if-none-match'] === etag) return void response.status(304).end();
    response.end(body);
  };
}

type Script = { readonly body: Buffer; readonly etag: string; readonly hash: string };

async function load(file: string): Promise<Script> {
  const body = await readFile(fileURLToPath(file));
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return { body, hash, etag: `"${hash}"` };
}
