import { SDK_WARNINGS } from '@cvq/contract';
import { type RequestHandler, Router } from 'express';
import { SCRIPT_KINDS, type ScriptKind } from './kept-scripts.ts';
import type { SdkScripts } from './sdk-scripts.ts';

const HOUR = 'public, max-age=3600';
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * `/sdk.js`, and `/sdk.<contenthash>.js`, which never changes, is there also after an upgrade, and so may be pinned by its
 * integrity hash. The same for `/sdk.extra.js`, which is the script with the parts that few sites need, and for
 * `/sdk.consent.js`, which tells either what a consent platform hears.
 */
export function sdkScript(scripts: SdkScripts): Router {
  const router = Router({ caseSensitive: true });
  // The longer names first: `extra.<contenthash>` could be the hash of the shorter one.
  for (const kind of SCRIPT_KINDS.toReversed())
    router.get([`/${kind}.js`, `/${kind}.:hash.js`], serve(kind, scripts));
  return router;
}

function serve(kind: ScriptKind, scripts: SdkScripts): RequestHandler {
  return async (request, response, next) => {
    const { hash } = request.params as { hash?: string };
    const script = await (hash === undefined ? scripts.newest(kind) : scripts.pinned(kind, hash));
    if (script === null) return next();
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
