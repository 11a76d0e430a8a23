import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import { compressedBody, type NegotiatedBody } from '../edge/negotiated-body.ts';

/** The files that `npm run build` makes of the dashboard. */
const FOLDER = path.dirname(fileURLToPath(import.meta.resolve('@cvq/dashboard/index.html')));

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The assets of the dashboard, whose names change with their content. */
export function dashboardFiles(): Router {
  const router = Router({ caseSensitive: true });
  const assets = new Map<string, Promise<NegotiatedBody>>();
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
  return router;
}

let page: Promise<string> | null = null;

/** The page of the dashboard. To who has not signed in it shows the form at once, without a question that is refused. */
export async function dashboardPage({ isSignedIn }: { readonly isSignedIn: boolean }): Promise<string> {
  page ??= pageWithPreloads();
  const text = await page;
  return isSignedIn ? text : text.replace('<html', '<html data-signed-out');
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
