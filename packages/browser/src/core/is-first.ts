import { pageWide } from './page-wide.ts';

/**
 * True for the first that asks for an object of the page: a window, an event. However many copies of the SDK and
 * projects a page has, the same thing is captured once.
 */
export function isFirst(thing: object): boolean {
  const { seen } = pageWide();
  return !seen.has(thing) && !!seen.add(thing);
}
