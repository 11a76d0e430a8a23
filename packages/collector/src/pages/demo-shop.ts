import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ControlStore } from '@cvq/storage';
import express, { Router } from 'express';
import { demoProjectId } from '../demo/demo-project.ts';
import { ApiError } from '../errors/api-error.ts';

/** The build copies `examples/shop` here. */
const FOLDER = fileURLToPath(new URL('../shop', import.meta.url));

type Shop = { readonly control: ControlStore; readonly baseUrl: () => string };

/** The demo shop below `/demo/`, with the tracking key of the demo project in its pages. */
export function demoShop({ control, baseUrl }: Shop): Router {
  const router = Router({ strict: true });
  router.get('/demo', (_, response) => response.redirect(301, '/demo/'));
  router.get(/^\/demo\/([a-z0-9-]+\.html)?$/, async (request, response, next) => {
    const name = (request.params as Record<string, string | undefined>)['0'] ?? 'index.html';
    const project = await demoProjectId(control);
    if (project === null) throw new ApiError('not_found', 'There is no demo project. Create it: cvq demo');
    const page = await readFile(join(FOLDER, name), 'utf8').catch(() => null);
    if (page === null) return next();
    const filled = page.replaceAll('{{tracking_key}}', project).replaceAll('{{base_url}}', baseUrl());
    response.set('Cache-Control', 'no-cache').type('html').send(filled);
  });
  router.use('/demo', express.static(FOLDER, { index: false, fallthrough: true }));
  return router;
}
