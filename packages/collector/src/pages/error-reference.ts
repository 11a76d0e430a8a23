import { ERROR_CODES } from '@cvq/contract';
import { escapeHtml, htmlPage } from './html.ts';

/** The page that `error.doc_url` points at, anchored on the code. */
export function errorReference(): string {
  const entries = Object.entries(ERROR_CODES).map(
    ([code, { status, meaning }]) =>
      `<section id="${code}"><h2><code>${code}</code> <span class="muted">${status}</span></h2>` +
      `<p>${escapeHtml(meaning)}</p></section>`,
  );
  return htmlPage('Errors of the read API', `<h1>Errors of the read API</h1>\n${entries.join('\n')}`);
}
