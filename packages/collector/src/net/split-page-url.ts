import type { Page } from '@cvq/storage';

/** The parts of a page's address that reports group by. What is no absolute address is kept whole. */
export function splitPageUrl(text: string | null | undefined): Page | null {
  if (!text) return null;
  const end = text.search(/[?#]/);
  const url = end === -1 ? text : text.slice(0, end);
  const suffix = end === -1 ? '' : text.slice(end);
  const match = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)(?::\d+)?(\/.*)?$/i.exec(url);
  if (!match) return { url, suffix, hostname: null, path: url.startsWith('/') ? url : null };
  return { url, suffix, hostname: (match[1] ?? '').toLowerCase(), path: match[2] ?? '/' };
}
