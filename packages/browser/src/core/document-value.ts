import { nodeValue } from './node-value.ts';

type Value =
  | 'baseURI'
  | 'cookie'
  | 'currentScript'
  | 'hidden'
  | 'prerendering'
  | 'readyState'
  | 'referrer'
  | 'title';

/** What the document says of itself, and not the element with that name (`<img name="currentScript">`). */
export function documentValue<Name extends Value>(name: Name): (Document & { prerendering: boolean })[Name] {
  return nodeValue(document as Document & { prerendering: boolean }, name);
}
