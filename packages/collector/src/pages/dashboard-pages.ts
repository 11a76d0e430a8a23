import { type NextFunction, type Request, type Response, Router } from 'express';
import { LINK_PATHS } from '../accounts/access-links.ts';
import type { DashboardDeps } from '../dashboard-api/operation.ts';
import { browserOf } from '../dashboard-api/session/browser.ts';
import { misdirection, whyInsecure } from '../dashboard-api/session/guard-request.ts';
import { subjectOf } from '../dashboard-api/session/signed-in.ts';
import { whoAsks } from '../dashboard-api/session/who-asks.ts';
import { isBesideDashboard, isDashboardHost } from '../net/dashboard-address.ts';
import { DASHBOARD_PATHS } from './dashboard-files.ts';
import { DASHBOARD_HEADERS } from './dashboard-headers.ts';
import type { FirstPage } from './home.ts';
import { escapeHtml, htmlPage } from './html.ts';
import { LINK_PAGES, signInPage } from './sign-in-pages.ts';
import { SIGN_IN_SCRIPT } from './sign-in-script.ts';

type Deps = { readonly dashboard: DashboardDeps; readonly firstPage: FirstPage };

/**
 * `/` and the pages that links lead to, and the way into every page of the dashboard: under its own host alone, and for who
 * has signed in. Everybody else meets the form at the address that they asked for.
 */
export function dashboardPages({ dashboard, firstPage }: Deps): Router {
  const router = Router({ caseSensitive: true, strict: true });

  router.get(['/', ...LINK_PATHS, DASHBOARD_PATHS], async (request, response, next) => {
    const address = dashboard.address();
    const { host } = request.headers;
    const { pathname, search } = new URL(request.url, address.origin);
    if (isBesideDashboard(host, address) && !isDashboardHost(host, address))
      return response.redirect(302, `${address.origin}${pathname}${search}`);
    response.set(DASHBOARD_HEADERS).type('html');
    if (!isDashboardHost(host, address))
      return void response.status(421).send(elsewhere(misdirection(address)));
    const why = whyInsecure(address);
    const linkPage = LINK_PAGES[pathname];
    if (linkPage !== undefined) return void response.send(linkPage(why));
    await answerPage({ request, response, next, why });
  });

  async function answerPage({ request, response, next, why }: Asked): Promise<void> {
    const browser = browserOf(request, dashboard.address());
    const by = await whoAsks(browser, dashboard);
    if (browser.cookies().length > 0) response.setHeader('Set-Cookie', browser.cookies());
    if (by === null) {
      const isEmpty = !(await dashboard.control.hasPeople());
      return void response.send(isEmpty ? await firstPage(null) : signInPage(why));
    }
    if (request.path !== '/') return next();
    const [project] = await dashboard.control.reach(subjectOf(by));
    if (project !== undefined) return response.redirect(302, `/${project.id}`);
    response.send(await firstPage(by.kind === 'person' ? by.user.name : 'the owner of the demo'));
  }

  router.get('/sign-in.js', (_, response) => {
    response.set({ 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' });
    response.type('js').send(SIGN_IN_SCRIPT);
  });
  return router;
}

type Asked = {
  readonly request: Request;
  readonly response: Response;
  readonly next: NextFunction;
  readonly why: string | null;
};

function elsewhere(why: string): string {
  return htmlPage('cvq', `<h1>Not here</h1>\n<p>${escapeHtml(why)}</p>`);
}
