import type { ControlStore } from '@cvq/storage';
import { type Response, Router } from 'express';
import type { IntegrationWatch } from '../ad-platforms/forwarding/watch-integrations.ts';
import type { DashboardDeps } from '../dashboard-api/operation.ts';
import { demoProjectId } from '../demo/demo-project.ts';
import type { EndpointWatch } from '../webhooks/watch-endpoints.ts';
import { dashboardFiles } from './dashboard-files.ts';
import { dashboardPages } from './dashboard-pages.ts';
import { demoShop } from './demo-shop.ts';
import { type FirstPage, home } from './home.ts';
import { PAGES_CSS } from './html.ts';
import { billing, errorReference, sdkReference } from './reference-pages.ts';
import { sdkScript, sdkWarnings } from './sdk-files.ts';

type PageDeps = {
  readonly control: ControlStore;
  readonly webhooks: EndpointWatch;
  readonly integrations: IntegrationWatch;
  readonly baseUrl: () => string;
  readonly dashboard: DashboardDeps;
};

/** What people and browsers open: the SDK script, the demo shop, the dashboard, the error reference and the plans. */
export function pageRoutes({ control, webhooks, integrations, baseUrl, dashboard }: PageDeps): Router {
  const router = Router();
  const { address } = dashboard;
  const firstPage: FirstPage = async (person) =>
    home({
      ...{ person, baseUrl: baseUrl(), shopOrigin: address().shopOrigin },
      demoProject: await demoProjectId(control),
      failingWebhooks: (await webhooks.statuses()).filter(({ state }) => state === 'failing').length,
      integrations: await integrations.troubles(),
    });
  router.use(sdkScript());
  router.use(sdkWarnings());
  router.use(demoShop({ control, baseUrl, address }));
  router.use(dashboardPages({ dashboard, firstPage }));
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
