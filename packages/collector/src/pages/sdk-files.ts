import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SDK_WARNINGS } from '@cvq/contract';
import { type RequestHandler, Router } from 'express';
import { compressedBody, type NegotiatedBody } from '../edge/negotiated-body.ts';

const HOUR = 'public, max-age=3600';
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * `/sdk.js`, and `/sdk.<contenthash>.js`, which never changes and so may be pinned by its integrity hash. The same
 * for `/sdk.extra.js`, which is the script with the parts that few sites need, and for `/sdk.consent.js`, which tells
 * either what a consent platform hears.
 */
export function sdkScript(): Router {
  const router = Router({ caseSensitive: true });
  router.get(
    ['/sdk.extra.js', '/sdk.extra.:hash.js'],
    serve(import.meta.resolve('@cvq/browser/sdk.extra.js')),
  );
  router.get(
    ['/sdk.consent.js', '/sdk.consent.:hash.js'],
    serve(import.meta.resolve('@cvq/browser/sdk.consent.js')),
  );
  router.get(['/sdk.js', '/sdk.:hash.js'], serve(import.meta.resolve('@cvq/browser/sdk.js')));
  return router;
}

function serve(file: string): RequestHandler {
  let loading: Promise<NegotiatedBody> | null = null;
  return async (request, response, next) => {
    loading ??= readFile(fileURLToPath(file)).then(compressedBody);
    const script = await loading;
    const { hash } = request.params as { hash?: string };
    if (hash !== undefined && hash !== script.hash) return next();
    response.set({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': hash === undefined ? HOUR : FOR_EVER,
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    script.send(request, response);
  };
}

/** `/sdk.warnings.json`: what the warnings of the SDK mean. A page in debug mode asks for it, from any origin. */
export function sdkWarnings(): Router {
  const router = Router({ caseSensitive: true });
  router.get('/sdk.warnings.json', (_, response) => {
    response.set({
      'Cache-Control': 'public, max-age=3600',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    response.json(SDK_WARNINGS);
  });
  return router;
}
