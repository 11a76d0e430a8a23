import type { ControlStore } from '@cvq/storage';
import { type Response, Router } from 'express';
import type { DashboardDeps } from '../dashboard-api/operation.ts';
import { dashboardFiles } from './dashboard-files.ts';
import { dashboardPages } from './dashboard-pages.ts';
import { demoShop } from './demo-shop.ts';
import { PAGES_CSS } from './html.ts';
import { billing, errorReference, sdkReference } from './reference-pages.ts';
import { sdkScript, sdkWarnings } from './sdk-files.ts';
import type { SdkScripts } from './sdk-scripts.ts';

type PageDeps = {
  readonly control: ControlStore;
  readonly baseUrl: () => string;
  readonly dashboard: DashboardDeps;
  readonly scripts: SdkScripts;
};

/** What people and browsers open: the SDK script, the demo shop, the dashboard, the error reference and the plans. */
export function pageRoutes({ control, baseUrl, dashboard, scripts }: PageDeps): Router {
  const router = Router();
  const { address } = dashboard;
  router.use(sdkScript(scripts));
  router.use(sdkWarnings());
  router.use(demoShop({ control, baseUrl, address }));
  router.use(dashboardPages(dashboard));
  router.use(dashboardFiles());
  router.get('/docs/errors', (_, response) => sendPage(response, errorReference()));
  router.get('/docs/sdk', (_, response) => sendPage(response, sdkReference()));
  router.get('/billing', (_, response) => sendPage(response, billing()));
  router.get('/pages.css', (_, response) => void response.type('css').send(PAGES_CSS));
  return router;
}

function sendPage(response: Response, page: string): void {
  response.set({
    'Content-Security-Policy':
      "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
  });
  response.type('html').send(page);
}
