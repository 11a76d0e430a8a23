import type { IncomingMessage } from 'node:http';

/** Headers that decide how a request is read: twice the same name means that two readers may differ. */
const SINGLE_HEADERS = new Set([
  'authorization',
  'content-type',
  'content-length',
  'content-encoding',
  'host',
  'transfer-encoding',
]);

/** The name of such a header that was sent more than once; null when the request can be read in one way only. */
export function repeatedHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string | null {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    if (seen.has(name) && SINGLE_HEADERS.has(name)) return name;
    seen.add(name);
  }
  return null;
}
