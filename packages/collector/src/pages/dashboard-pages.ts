import { Router } from 'express';
import { LINK_PATHS } from '../accounts/access-links.ts';
import type { DashboardDeps } from '../dashboard-api/operation.ts';
import { browserOf } from '../dashboard-api/session/browser.ts';
import { misdirection } from '../dashboard-api/session/guard-request.ts';
import { whoAsks } from '../dashboard-api/session/who-asks.ts';
import { isBesideDashboard, isDashboardHost } from '../net/dashboard-address.ts';
import { OAUTH_PATHS } from '../oauth/metadata.ts';
import { dashboardPage } from './dashboard-files.ts';
import { DASHBOARD_HEADERS } from './dashboard-headers.ts';
import { escapeHtml, htmlPage } from './html.ts';

/** The addresses that the dashboard has: nearly all of its pages begin with a project. */
const PATHS = [
  '/',
  '/forgotten',
  '/sign-up',
  '/new-project',
  /^\/settings(?:\/[^/]+)?$/,
  OAUTH_PATHS.authorize,
  ...LINK_PATHS,
  /^\/proj_[^/]+(?:\/.*)?$/,
];

/** The dashboard: one page for all its addresses, under its own host alone. What it shows it asks of the dashboard API. */
export function dashboardPages(deps: DashboardDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(PATHS, async (request, response) => {
    const address = deps.address();
    const { host } = request.headers;
    const { pathname, search } = new URL(request.url, address.origin);
    if (isBesideDashboard(host, address) && !isDashboardHost(host, address))
      return response.redirect(302, `${address.origin}${pathname}${search}`);
    response.set(DASHBOARD_HEADERS).type('html');
    if (!isDashboardHost(host, address))
      return void response.status(421).send(elsewhere(misdirection(address)));
    const browser = browserOf({ request, response }, address);
    const by = await whoAsks(browser, deps);
    if (browser.cookies().length > 0) response.setHeader('Set-Cookie', browser.cookies());
    response.send(await dashboardPage({ isSignedIn: by !== null }));
  });
  return router;
}

function elsewhere(why: string): string {
  return htmlPage('cvq', `<h1>Not here</h1>\n<p>${escapeHtml(why)}</p>`);
}
