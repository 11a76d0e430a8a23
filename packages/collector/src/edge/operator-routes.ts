import { createHash, timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { ApiError } from '../errors/api-error.ts';
import { bearerToken } from '../keys/token.ts';
import type { Metrics } from '../metrics/open-metrics.ts';

export type Health = {
  /** Null when requests can be served, else why not. */
  readonly whyNotReady: () => Promise<string | null>;
  /** What has failed although requests are served; null when nothing has. */
  readonly whyDegraded: () => string | null;
};

/** For supervisors and balancers: is the process alive, and may it get traffic. */
export function healthRoutes({ whyNotReady, whyDegraded }: Health): Router {
  const router = Router();
  router.get(['/healthz', '/readyz'], (_, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/healthz', (_, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_, response) => {
    const reason = await whyNotReady();
    if (reason !== null) return void response.status(503).json({ status: 'not_ready', reason });
    const trouble = whyDegraded();
    response.json(trouble === null ? { status: 'ready' } : { status: 'degraded', reason: trouble });
  });
  return router;
}

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
