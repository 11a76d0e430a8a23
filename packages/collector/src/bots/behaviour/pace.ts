import { isByTurns } from './is-by-turns.ts';

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
const REMEMBERED_PAGES = 128;

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

export function newPace(): Pace {
  return { times: [], pages: [], newPages: 0 };
}

/** To be called when a visitor did what only people do: what was seen before proves nothing any more. */
export function restartPace(pace: Pace): void {
  pace.times.length = 0;
  pace.newPages = 0;
}

export function addToPace(pace: Pace, at: number, page: number): void {
  if (!pace.pages.includes(page)) pace.newPages += 1;
  pace.times.push(at);
  pace.pages.push(page);
  if (pace.times.length > PACED_VIEWS) pace.times.shift();
  if (pace.pages.length > REMEMBERED_PAGES) pace.pages.shift();
}

/** Different pages among the last views. */
export function differentPages({ pages }: Pace, views: number): number {
  return new Set(pages.slice(-views)).size;
}

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
  return !mayBeScreen || pages.length === REMEMBERED_PAGES;
}

function gapsOf(times: readonly number[]): { mean: number; variation: number } {
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
  return { mean, variation: Math.sqrt(variance) / mean };
}
