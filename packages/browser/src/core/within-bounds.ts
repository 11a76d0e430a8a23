import type { Entry } from './entry.ts';
import { isConversion } from './event-text.ts';
import { isDebugging } from './log.ts';
import { warn } from './warn.ts';

/** The entries that fit into so many characters. The oldest go first, and conversions last of all. */
export function withinBounds(entries: readonly Entry[], limit: number): readonly Entry[] {
  let size = entries.reduce((sum, { head, event }) => sum + head.length + event.length, 0);
  if (size <= limit) return entries;
  const dropped = new Set<Entry>();
  for (const isLast of [false, true]) {
    for (const entry of entries) {
      if (size <= limit || isConversion(entry) !== isLast) continue;
      size -= entry.head.length + entry.event.length;
      dropped.add(entry);
    }
  }
  // That a visitor blocks the collector is no mistake of the page.
  if (isDebugging) warn('queue-full', '', dropped.size);
  return entries.filter((entry) => !dropped.has(entry));
}
