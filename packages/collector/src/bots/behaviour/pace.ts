import { MINUTE_MS } from '@cvq/contract/constants';

/** Tells pages apart at a tenth of the memory of their addresses. */
export type PageMark = { readonly page: number; readonly path: number };

/** The pace at which a visitor looks at pages: views that one click set off are one. */
export type Pace = {
  /** When the last views were, for as long as nothing else was done. */
  readonly times: number[];
  /** The last pages, as many more as it takes to see that they come round. */
  readonly pages: number[];
  /** Pages that were none of the last ones, since anything else was done. */
  newPages: number;
};

/** So many views prove a pace. Fourteen tabs that are shown one after another prove none. */
const PACED_VIEWS = 15;

/** A screen shows its pages by turns. One with more than these cannot be told from a crawler. */
const MAX_PAGES = 128;

/** So many different pages so fast, and nothing else done on any of them. */
const SPRINT_MS = 8_000;
const STEADY_PAGES = 6;
/** How far gaps differ, as a share of their mean: nobody reads as evenly as the first, and the second is a timer's. */
const STEADY_VARIATION = 0.1;
const CLOCK_VARIATION = 0.035;
/** A screen shows each page for at least so long, or nobody could read it. */
const SCREEN_MS = 5_000;

/** More different pages than anybody looks at in one session without doing anything else. */
const ENDLESS_PAGES = 2_000;

/** The pace of a visitor of whom nothing was seen yet. */
export function newPace(): Pace {
  return { times: [], pages: [], newPages: 0 };
}

/** To be called when a visitor did what only people do: what was seen before proves nothing any more. */
export function restartPace(pace: Pace): void {
  pace.times.length = 0;
  pace.newPages = 0;
}

/** Adds a view of a page. `at`: epoch milliseconds. `page`: a number that stands for its address. */
export function addToPace(pace: Pace, at: number, page: number): void {
  if (!pace.pages.includes(page)) pace.newPages += 1;
  pace.times.push(at);
  pace.pages.push(page);
  if (pace.times.length > PACED_VIEWS) pace.times.shift();
  if (pace.pages.length > MAX_PAGES) pace.pages.shift();
}

/** Different pages among the last views. */
function differentPages({ pages }: Pace, views: number): number {
  return new Set(pages.slice(-views)).size;
}

/**
 * Whether the last views were of different pages and faster than anybody reads, or there were more pages than anybody
 * opens.
 */
export function isSprint(pace: Pace): boolean {
  const { times, newPages } = pace;
  if (newPages > ENDLESS_PAGES) return true;
  const [first, last] = [times[0], times.at(-1)];
  if (times.length < PACED_VIEWS || first === undefined || last === undefined) return false;
  return last - first <= SPRINT_MS && differentPages(pace, PACED_VIEWS) === PACED_VIEWS;
}

/** Whether pages are asked for at the pace of a clock, and not because a screen shows them by turns. */
export function isClockwork(pace: Pace): boolean {
  const { times, pages } = pace;
  if (times.length < PACED_VIEWS || differentPages(pace, PACED_VIEWS) < STEADY_PAGES) return false;
  const { mean, variation } = gapsOf(times);
  if (variation >= STEADY_VARIATION || isByTurns(pages)) return false;
  // As exact as a screen's own timer: it may only have more pages than it has shown so far.
  const mayBeScreen = variation < CLOCK_VARIATION && mean >= SCREEN_MS;
  return !mayBeScreen || pages.length === MAX_PAGES;
}

function gapsOf(times: readonly number[]): { mean: number; variation: number } {
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
  return { mean, variation: Math.sqrt(variance) / mean };
}

/** One stray in so many turns is a list of pages that was changed, or somebody who touched the screen. */
const TURNS_PER_STRAY = 4;

/** Whether pages come round, and after each of them nearly always the same, as on a screen that shows them by turns. */
function isByTurns(pages: readonly number[]): boolean {
  const followers = new Map<number, number | undefined>();
  let comesRound = false;
  let [turns, strays] = [0, 0];
  for (const [index, page] of pages.entries()) {
    const follower = pages[index + 1];
    if (followers.has(page)) {
      comesRound = true;
      if (follower === undefined) break;
      if (followers.get(page) === follower) turns += 1;
      else strays += 1;
    }
    followers.set(page, follower);
  }
  return comesRound && strays * TURNS_PER_STRAY <= turns;
}

/** How often a visitor was in more haste than most people are. */
export type Haste = { bursts: number; minute: number; inMinute: number; fullMinutes: number };

const BURST = { pages: 5, withinMs: 1000, times: 2 };
const FULL_MINUTE = { views: 30, minutes: 2, pages: 6, ofLast: 12 };

/** The haste of a visitor of whom nothing was seen yet. */
export function newHaste(): Haste {
  return { bursts: 0, minute: 0, inMinute: 0, fullMinutes: 0 };
}

/** To be asked once after each view that was added to the pace. */
export function isHasty(haste: Haste, at: number, pace: Pace): boolean {
  countMinute(haste, at);
  if (isBurst(pace)) haste.bursts += 1;
  if (haste.bursts >= BURST.times) return true;
  const { minutes, pages, ofLast } = FULL_MINUTE;
  return haste.fullMinutes >= minutes && differentPages(pace, ofLast) >= pages;
}

function countMinute(haste: Haste, at: number): void {
  const minute = Math.floor(at / MINUTE_MS);
  if (minute !== haste.minute) {
    if (minute !== haste.minute + 1 || haste.inMinute <= FULL_MINUTE.views) haste.fullMinutes = 0;
    haste.minute = minute;
    haste.inMinute = 0;
  }
  haste.inMinute += 1;
  if (haste.inMinute === FULL_MINUTE.views + 1) haste.fullMinutes += 1;
}

/** Five different pages in a second; the same views are no second burst. */
function isBurst(pace: Pace): boolean {
  const [first, last] = [pace.times.at(-BURST.pages), pace.times.at(-1)];
  if (first === undefined || last === undefined || last - first > BURST.withinMs) return false;
  return differentPages(pace, BURST.pages) === BURST.pages;
}

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

/** How many of the last pages count as seen. */
const MAX_SEEN = 64;

/** Requests of one moment may arrive in any order. What is older tells nothing of the pace. */
const DISORDER_MS = 2_000;

/** The flood of a visitor of whom nothing was seen yet. */
export function newFlood(): Flood {
  return { level: 0, at: Number.NEGATIVE_INFINITY, pages: [] };
}

/** Adds a page view, however close to the one before. True where no person could have looked at all of them. */
export function isFlooded(flood: Flood, at: number, { page, path }: PageMark): boolean {
  if (at < flood.at - DISORDER_MS) return false;
  const seconds = Math.max(0, at - flood.at) / 1000;
  flood.at = Math.max(at, flood.at);
  const rest = flood.level - seconds * LEAKS_PER_SECOND;
  if (rest <= 0) flood.pages.length = 0;
  const isKnownPath = flood.pages.includes(path);
  const isKnownPage = isKnownPath && flood.pages.includes(page);
  flood.level = Math.max(0, rest) + (isKnownPage ? ADDS.repeat : isKnownPath ? ADDS.query : ADDS.path);
  if (!isKnownPath) addSeen(flood, path);
  if (!isKnownPage && page !== path) addSeen(flood, page);
  return flood.level >= FULL;
}

function addSeen({ pages }: Flood, mark: number): void {
  pages.push(mark);
  if (pages.length > MAX_SEEN) pages.shift();
}
