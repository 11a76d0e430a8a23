import type { Captured } from './captured.ts';
import { ownGlobal } from './own-global.ts';

/** Takes an event for a project. */
type Take = (captured: Captured) => void;

/**
 * What all copies of the SDK on one page share, such as two scripts, or a script and an application's module: whatever
 * one of them captures reaches the projects of all.
 */
type PageWide = {
  /** The projects of this page by their keys. */
  readonly takers: Record<string, Take>;
  /** The events of the view that is shown, for a project that joins late. */
  captured: Captured[];
};

const NAME = 'cvq.page';

/** What all copies of the SDK on this page share; made by the first that asks. */
export function pageWide(): PageWide {
  const known = ownGlobal(NAME) as PageWide | undefined;
  if (known) return known;
  const page: PageWide = { takers: Object.create(null), captured: [] };
  // Like what browsers have on the window, it is in no list of its names.
  Object.defineProperty(window, NAME, { value: page, configurable: true });
  return page;
}
