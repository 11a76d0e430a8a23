import { MINUTE_MS } from '@cvq/contract/constants';
import { differentPages, type Pace } from './pace.ts';

/** How often a visitor was in more haste than most people are. */
export type Haste = { bursts: number; minute: number; inMinute: number; fullMinutes: number };

const BURST = { pages: 5, withinMs: 1000, times: 2 };
const FULL_MINUTE = { views: 30, minutes: 2, pages: 6, ofLast: 12 };

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
