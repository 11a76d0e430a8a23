import { ownGlobal } from './own-global.ts';

const NAME = 'cvq.records';

let host: Window | undefined;

/** The page that this window is a frame of, as far as it is of the same site; elsewhere the window itself. */
function outermost(): Window {
  let found: Window = window;
  try {
    while (found.parent !== found && found.parent.document) found = found.parent;
  } catch {
    // A page of another site says nothing of itself.
  }
  return found;
}

/**
 * The texts of records that were stored in any window of the page: a frame that begins beside its page finds nothing on the
 * device yet, and perhaps never will.
 */
export function pageRecords(): Record<string, string> {
  host = host || outermost();
  if (!ownGlobal(NAME, host)) Object.defineProperty(host, NAME, { value: {}, configurable: true });
  return ownGlobal(NAME, host) as Record<string, string>;
}
