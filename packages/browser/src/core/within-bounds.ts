import type { Entry } from './entry.ts';
import { isConversion } from './event-text.ts';
import { isDebugging } from './log.ts';
import { warn } from './warn.ts';

/** The entries that fit into so many characters. The oldest go first, and conversions last of all. */
export function withinBounds(entries: readonly Entry[], limit: number): readonly Entry[] {
  let size = entries.reduce((sum, { head, event }) => sum + head.length + event.length, 0);
  if (size <= limit) return entries;
  const isDropped: boolean[] = [];
  for (const isLast of [false, true]) {
    entries.forEach((entry, place) => {
      if (size <= limit || isConversion(entry) !== isLast) return;
      size -= entry.head.length + entry.event.length;
      isDropped[place] = true;
    });
  }
  // That a visitor blocks the collector is no mistake of the page.
  if (isDebugging) warn('queue-full', '', isDropped.filter(Boolean).length);
  return entries.filter((_, place) => !isDropped[place]);
}
