const NAME = 'cvq.seen';

/**
 * True for the first that asks for an object of the page: a window, an event. However many copies of the SDK and
 * projects a page has, the same thing is captured once. The object itself says so, since a page may have a WeakSet of its own.
 */
export function isFirst(thing: object): boolean {
  if (Object.getOwnPropertyDescriptor(thing, NAME)) return false;
  Object.defineProperty(thing, NAME, { value: true, configurable: true });
  return true;
}
