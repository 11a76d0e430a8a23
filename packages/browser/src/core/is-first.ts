import { settings } from './settings.ts';

/**
 * True for the first that asks for an object of the page: a window, an event. Two copies of the SDK on one page, such
 * as the script and an application's module, share these objects and nothing else, so that the same thing is counted
 * once for a project.
 */
export function isFirst(thing: object): boolean {
  const mark = `cvq.${settings.api_key}`;
  const marked = thing as Record<string, unknown>;
  const isFirst = !marked[mark];
  marked[mark] = true;
  return isFirst;
}
