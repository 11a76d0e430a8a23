import { createHash, timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { ApiError } from '../errors/api-error.ts';
import { bearerToken } from '../keys/bearer-token.ts';
import type { Metrics } from '../metrics/open-metrics.ts';

type MetricsAccess = { readonly token: string; readonly open: () => Promise<Metrics> };

/** `GET /metrics` for whoever has the token of the settings. Without one there is nothing there. */
export function metricsRoute(access: MetricsAccess | null): Router {
  const router = Router();
  if (access === null) return router;
  let metrics: Promise<Metrics> | null = null;
  router.get('/metrics', async (request, response) => {
    if (!isSame(bearerToken(request.headers.authorization) ?? '', access.token)) {
      throw new ApiError(
        'unauthenticated',
        'Send Authorization: Bearer with the token in CVQ_METRICS_TOKEN.',
        {
          headers: { 'WWW-Authenticate': 'Bearer realm="cvq metrics"' },
        },
      );
    }
    metrics ??= access.open();
    const { contentType, text } = await metrics;
    response.set({ 'Content-Type': contentType, 'Cache-Control': 'no-store' }).send(await text());
  });
  return router;
}

/** In a time that tells nothing of either. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
