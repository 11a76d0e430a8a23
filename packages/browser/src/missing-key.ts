import { useDocsOf } from './core/docs-address.ts';
import { documentValue } from './core/document-value.ts';
import { later } from './core/later.ts';
import { listen } from './core/listen.ts';
import { pageWide } from './core/page-wide.ts';
import { warnOfUnknown } from './core/settings.ts';
import { warn } from './core/warn.ts';

/** A page that has loaded may need this long to bring its own `init`. */
const PATIENCE_MS = 5_000;

/**
 * Names what a script element without a key says wrong: its misspelt attributes at once, and the key itself where no
 * `init` has come when the page is there. An element may have none, and only carry the methods for a later `init`.
 */
export function nameMissingKey(tag: Readonly<Record<string, unknown>>, hasInit: () => boolean): void {
  warnOfUnknown(tag);
  const check = () => {
    // An application's module may have its own.
    if (hasInit() || Object.keys(pageWide().takers).length) return;
    useDocsOf(`${tag.endpoint}`);
    warn('no-key', 'script', 'Nothing is tracked.');
  };
  const wait = () => later(check, PATIENCE_MS);
  if (documentValue('readyState') === 'complete') wait();
  else listen(window, 'load', wait);
}
