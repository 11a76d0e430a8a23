import type { Captured } from './captured.ts';

/** Takes an event for a project. */
type Take = (captured: Captured) => void;

/**
 * What all copies of the SDK on one page share, such as two scripts, or a script and an application's module: whatever
 * one of them captures reaches the projects of all.
 */
type PageWide = {
  /** The projects of this page by their keys. */
  readonly takers: Map<string, Take>;
  /** What was counted already: the page itself, events of the page. */
  readonly seen: WeakSet<object>;
  /** The events of the view that is shown, for a project that joins late. */
  captured: Captured[];
};

/** A symbol, since an element with an id is a named property of the window as well. */
const NAME = Symbol.for('cvq.page');

export function pageWide(): PageWide {
  const host = window as unknown as { [NAME]?: PageWide };
  host[NAME] = host[NAME] || { takers: new Map(), seen: new WeakSet(), captured: [] };
  return host[NAME];
}
