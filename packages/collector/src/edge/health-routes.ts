import { Router } from 'express';

export type Health = {
  /** Null when requests can be served, else why not. */
  readonly whyNotReady: () => string | null;
  /** What has failed although requests are served; null when nothing has. */
  readonly whyDegraded: () => string | null;
};

/** For supervisors and balancers: is the process alive, and may it get traffic. */
export function healthRoutes({ whyNotReady, whyDegraded }: Health): Router {
  const router = Router();
  router.get('/healthz', (_, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', (_, response) => {
    const reason = whyNotReady();
    if (reason !== null) return void response.status(503).json({ status: 'not_ready', reason });
    const trouble = whyDegraded();
    response.json(trouble === null ? { status: 'ready' } : { status: 'degraded', reason: trouble });
  });
  return router;
}
