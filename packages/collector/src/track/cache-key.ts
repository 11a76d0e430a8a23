/** Between the parts of a key: no text that passes the edge can hold it. */
const SEPARATOR = '\0';

/** One text for several, under which something is remembered: other texts, or a missing one, make another key. */
export function cacheKey(...parts: readonly (string | null)[]): string {
  let key = '';
  for (const part of parts) key += part === null ? SEPARATOR : `=${part}${SEPARATOR}`;
  return key;
}
