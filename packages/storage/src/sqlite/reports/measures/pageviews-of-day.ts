import { type Day, KEPT } from '../../days/day.ts';
import { type EventBits, noBits, setBit } from '../numbers/event-bits.ts';

/**
 * Which events of a day are views of a page: most questions ask nothing else of their types, a column of which takes
 * sixteen times as much. `pageview`: the type by its entry of the dictionary.
 */
export function pageviewsOfDay(day: Day, pageview: number): EventBits {
  const { stored } = day;
  const kept = stored?.kept<EventBits>(KEPT.pageviews);
  if (kept !== undefined) return kept;
  const found = bitsOfType(day.events, pageview);
  return stored === null ? found : stored.keep(KEPT.pageviews, found);
}

function bitsOfType({ type, count }: Day['events'], wanted: number): EventBits {
  const bits = noBits(count);
  for (let index = 0; index < count; index += 1) if (type[index] === wanted) setBit(bits, index);
  return bits;
}
