import { SDK_WARNINGS } from '@cvq/contract';
import { escapeHtml, htmlPage } from './html.ts';

/** The page that a warning of the SDK points at, anchored on its code. */
export function sdkReference(): string {
  const entries = Object.entries(SDK_WARNINGS).map(
    ([code, meaning]) =>
      `<section id="${code}"><h2><code>${code}</code></h2><p>${escapeHtml(meaning)}</p></section>`,
  );
  return htmlPage('Warnings of the SDK', `<h1>Warnings of the SDK</h1>\n${entries.join('\n')}`);
}
