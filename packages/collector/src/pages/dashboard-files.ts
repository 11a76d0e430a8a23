import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Response, Router } from 'express';
import { compressedBody, type NegotiatedBody } from '../edge/negotiated-body.ts';
import { DASHBOARD_HEADERS } from './dashboard-headers.ts';

/** The files that `npm run build` makes of the dashboard. */
const FOLDER = path.dirname(fileURLToPath(import.meta.resolve('@cvq/dashboard/index.html')));

/** The addresses of the dashboard, which begin with a project. */
export const DASHBOARD_PATHS = /^\/proj_[^/]+(?:\/.*)?$/;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The dashboard: one page for all its addresses, and its assets, whose names change with their content. */
export function dashboardFiles(): Router {
  const router = Router({ caseSensitive: true });
  const assets = new Map<string, Promise<NegotiatedBody>>();
  let page: Promise<string> | null = null;
  router.get('/assets/:file', async (request, response, next) => {
    const { file } = request.params;
    const type = TYPES[path.extname(file)];
    if (type === undefined || !(await assetNames()).includes(file)) return next();
    const loading = assets.get(file) ?? readFile(path.join(FOLDER, 'assets', file)).then(compressedBody);
    assets.set(file, loading);
    response.set({
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    });
    (await loading).send(request, response);
  });
  router.get(DASHBOARD_PATHS, async (_, response) => {
    page ??= pageWithPreloads();
    sendDashboard(response, await page);
  });
  return router;
}

function sendDashboard(response: Response, page: string): void {
  response.set(DASHBOARD_HEADERS);
  response.type('html').send(page);
}

/** The font is asked for with the style that names it, and not after it. */
async function pageWithPreloads(): Promise<string> {
  const page = await readFile(path.join(FOLDER, 'index.html'), 'utf8');
  const fonts = (await assetNames()).filter((file) => file.endsWith('.woff2'));
  const preloads = fonts.map(
    (file) => `<link rel="preload" href="/assets/${file}" as="font" type="font/woff2" crossorigin>`,
  );
  return page.replace('</title>', `</title>\n    ${preloads.join('\n    ')}`);
}

let names: Promise<string[]> | null = null;

function assetNames(): Promise<string[]> {
  names ??= readdir(path.join(FOLDER, 'assets'));
  return names;
}
