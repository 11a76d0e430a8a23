import type { PageMark } from './page-mark.ts';

/** How many more pages a visitor has asked for than anybody could look at, and which the last ones were. */
export type Flood = { level: number; at: number; readonly pages: number[] };

/**
 * A bucket that leaks: each page view adds to it what it proves, and so much runs out each second. A page on another
 * path is a page. The same path with another query may be a filter, a map or a slider that corrects its own address,
 * and the same page once more is a reload or a view that was counted twice.
 */
const ADDS = { path: 1, query: 1 / 3, repeat: 0.1 };
const LEAKS_PER_SECOND = 2;
const FULL = 40;

/** Pages that are remembered as seen. */
const MEMORY = 64;

/** Requests of one moment may arrive in any order. What is older tells nothing of the pace. */
const DISORDER_MS = 2_000;

export function newFlood(): Flood {
  return { level: 0, at: Number.NEGATIVE_INFINITY, pages: [] };
}

/** Adds a page view, however close to the one before, and tells whether nobody could have looked at all of them. */
export function isFlooded(flood: Flood, at: number, { page, path }: PageMark): boolean {
  if (at < flood.at - DISORDER_MS) return false;
  const seconds = Math.max(0, at - flood.at) / 1000;
  flood.at = Math.max(at, flood.at);
  const rest = flood.level - seconds * LEAKS_PER_SECOND;
  if (rest <= 0) flood.pages.length = 0;
  const isKnownPath = flood.pages.includes(path);
  const isKnownPage = isKnownPath && flood.pages.includes(page);
  flood.level = Math.max(0, rest) + (isKnownPage ? ADDS.repeat : isKnownPath ? ADDS.query : ADDS.path);
  if (!isKnownPath) remember(flood, path);
  if (!isKnownPage && page !== path) remember(flood, page);
  return flood.level >= FULL;
}

function remember({ pages }: Flood, mark: number): void {
  pages.push(mark);
  if (pages.length > MEMORY) pages.shift();
}
