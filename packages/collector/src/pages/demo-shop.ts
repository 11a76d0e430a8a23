import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ControlStore } from '@cvq/storage';
import express, { Router } from 'express';
import { demoProjectId } from '../demo/demo-project.ts';
import { ApiError } from '../errors/api-error.ts';
import { type DashboardAddress, isDashboardHost } from '../net/dashboard-address.ts';
import { htmlPage } from './html.ts';

/** The build copies `examples/shop` here. */
const FOLDER = fileURLToPath(new URL('../shop', import.meta.url));

/** Who opens the shop is a person, with a browser. */
const NO_DEMO = htmlPage(
  'No demo shop',
  '<h1>There is no demo project</h1>\n<p>The demo shop belongs to one. To make it:</p>\n<pre>cvq demo</pre>',
);

type Shop = {
  readonly control: ControlStore;
  readonly baseUrl: () => string;
  /** Of the dashboard. */
  readonly address: () => DashboardAddress;
};

/**
 * The demo shop below `/demo/`, with the tracking key of the demo project in its pages. Its scripts must not run under the
 * host of the dashboard: on the own machine it has another name, and elsewhere it is there only while nobody can sign in.
 */
export function demoShop({ control, baseUrl, address }: Shop): Router {
  const router = Router({ strict: true });
  router.use('/demo', async (request, response, next) => {
    const { isLoopback, shopOrigin } = address();
    if (isLoopback && isDashboardHost(request.headers.host, address()))
      return response.redirect(302, `${shopOrigin}${request.baseUrl}${request.url}`);
    if (!isLoopback && (await control.hasPeople()))
      throw new ApiError('not_found', 'The demo shop is not served beside the dashboard of people.');
    next();
  });
  router.get('/demo', (_, response) => response.redirect(301, '/demo/'));
  router.get(/^\/demo\/([a-z0-9-]+\.html)?$/, async (request, response, next) => {
    const name = (request.params as Record<string, string | undefined>)['0'] ?? 'index.html';
    const project = await demoProjectId(control);
    if (project === null)
      return response.status(404).set('Cache-Control', 'no-cache').type('html').send(NO_DEMO);
    const page = await readFile(join(FOLDER, name), 'utf8').catch(() => null);
    if (page === null) return next();
    const filled = page.replaceAll('{{tracking_key}}', project).replaceAll('{{base_url}}', baseUrl());
    response.set('Cache-Control', 'no-cache').type('html').send(filled);
  });
  router.use('/demo', express.static(FOLDER, { index: false, fallthrough: true }));
  return router;
}
