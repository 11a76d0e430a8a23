import { Router } from 'express';

export type Health = {
  /** Null when requests can be served, else why not. */
  readonly whyNotReady: () => string | null;
};

/** For supervisors and balancers: is the process alive, and may it get traffic. */
export function healthRoutes({ whyNotReady }: Health): Router {
  const router = Router();
  router.get('/healthz', (_, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', (_, response) => {
    const reason = whyNotReady();
    if (reason === null) response.json({ status: 'ready' });
    else response.status(503).json({ status: 'not_ready', reason });
  });
  return router;
}
