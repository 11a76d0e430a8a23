import { crc32 } from 'node:zlib';

/** Tells pages apart at a tenth of the memory of their addresses. */
export type PageMark = { readonly page: number; readonly path: number };

/** What a page that loads itself anew puts into its address to be no copy: the time, or a number that nobody had. */
const FRESHNESS =
  /(?<=[?&])(?:(?:_|t|r|v|ts|dt|cb|now|time|timestamp|nocache|cache|cachebuster|rnd|rand|random|refresh|reload)=[\w.:%+-]*|\d{9,})/g;

/** A page by its whole address, and by what of it stands before the query. Pages that are not known are one. */
export function markPage(address: string | null): PageMark {
  if (address === null) return { page: 0, path: 0 };
  const queryAt = address.search(/[?#]/);
  const path = markOf(queryAt < 0 ? address : address.slice(0, queryAt));
  return { path, page: queryAt < 0 ? path : markOf(address.replace(FRESHNESS, '')) };
}

/** Thirty bits, which an array holds without a box around each. */
const markOf = (text: string): number => crc32(text) >>> 2;
