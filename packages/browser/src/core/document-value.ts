type Value = 'cookie' | 'hidden' | 'prerendering' | 'referrer' | 'title';

/** What the document has from its class, which no element stands before. */
export function documentShape(): object {
  return Reflect.getPrototypeOf(document) as object;
}

/**
 * What the document says of itself. An element with that name stands before it (`<iframe name="hidden">`,
 * `<img name="title">`), and is not what is meant; a text or a switch that the page has put there is.
 */
export function documentValue<Name extends Value>(name: Name): (Document & { prerendering: boolean })[Name] {
  const value = (document as Document & { prerendering: boolean })[name];
  return Object(value) === value ? Reflect.get(documentShape(), name, document) : value;
}
