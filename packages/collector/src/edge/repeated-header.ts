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

/** Nearly all other headers are told apart by their length alone. */
const LENGTHS: ReadonlySet<number> = new Set([...SINGLE_HEADERS].map(({ length }) => length));

/** The name of such a header that was sent more than once; null when the request can be read in one way only. */
export function repeatedHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string | null {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index] as string;
    if (!LENGTHS.has(raw.length)) continue;
    const name = raw.toLowerCase();
    if (!SINGLE_HEADERS.has(name)) continue;
    if (seen.includes(name)) return name;
    seen.push(name);
  }
  return null;
}
