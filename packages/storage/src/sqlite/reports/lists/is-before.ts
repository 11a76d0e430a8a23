import type { EventPlace } from '../../../reports.ts';

/** Whether an event comes before another in the order of time; ties are in the order of ids. */
export function isBefore(one: EventPlace, other: EventPlace): boolean {
  if (one.at !== other.at) return one.at < other.at;
  if (one.id.ms !== other.id.ms) return one.id.ms < other.id.ms;
  return one.id.suffix < other.id.suffix;
}
