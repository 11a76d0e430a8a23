import { gunzipSync } from 'node:zlib';

const MARK = /zz[a-z0-9]+_\d+q/g;
const BASE64 = /[A-Za-z0-9+/_-]{24,}={0,2}/g;

/** The name of an event that can be found again in whatever a tracker makes of it on the wire. */
export function mark(series: string, index: number): string {
  return `zz${series}_${index}q`;
}

export function marks(series: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => mark(series, index));
}

/** The marks in a request, plain, percent-encoded, compressed or in base 64. */
export function findMarks(url: string, body: Buffer): Set<string> {
  const plain = [url, unzipped(body)];
  const decoded = plain.flatMap((text) => [text, percentDecoded(text)]);
  const unpacked = decoded.flatMap((text) =>
    [...text.matchAll(BASE64)].map(([packed]) => Buffer.from(packed, 'base64url').toString('latin1')),
  );
  return new Set([...decoded, ...unpacked].flatMap((text) => text.match(MARK) ?? []));
}

function unzipped(body: Buffer): string {
  try {
    return gunzipSync(body).toString('latin1');
  } catch {
    return body.toString('latin1');
  }
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
}
