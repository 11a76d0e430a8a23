import { SDK_WARNINGS } from '@cvq/contract';
import { Router } from 'express';

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
