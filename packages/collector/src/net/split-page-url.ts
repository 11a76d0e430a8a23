import { HASH_ROUTE } from '@cvq/contract/constants';
import type { Page } from '@cvq/storage';

/** The parts of a page's address that reports group by. What is no absolute address is kept whole. */
export function splitPageUrl(text: string | null | undefined): Page | null {
  if (!text) return null;
  const end = text.search(/[?#]/);
  const base = end === -1 ? text : text.slice(0, end);
  const { route, suffix } = splitSuffix(end === -1 ? '' : text.slice(end));
  const url = base + route;
  const match = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)(?::\d+)?(\/.*)?$/i.exec(base);
  if (!match) return { url, suffix, hostname: null, path: base.startsWith('/') ? url : null };
  return { url, suffix, hostname: (match[1] ?? '').toLowerCase(), path: (match[2] ?? '/') + route };
}

/**
 * Tells the route of a router from what else stands behind a path. It names a page as a path does, so its query goes with
 * that of the address. The first of all routes is the page itself, which an application also has without one.
 */
function splitSuffix(text: string): { route: string; suffix: string } {
  const start = text.indexOf('#');
  const found = start === -1 ? null : HASH_ROUTE.exec(text.slice(start));
  if (found === null) return { route: '', suffix: text };
  const [whole, path, query] = found;
  const queries = [text.slice(1, start), query].filter(Boolean).join('&');
  const search = queries && `?${queries}`;
  const route = `#${path}`;
  const rest = text.slice(start + whole.length);
  const isFirst = path === '/' || path === '!/';
  return isFirst ? { route: '', suffix: search + route + rest } : { route, suffix: search + rest };
}
