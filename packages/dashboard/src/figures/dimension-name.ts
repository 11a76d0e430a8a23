import type { Dimension, MultiValuedDimension } from '@cvq/contract';
import { withCapital } from '../words/with-capital.ts';

/** What people call otherwise than the wire does. An address can name anything, `constructor` too: this is no plain object. */
const NAMES = new Map<string, string>([
  ['hostname', 'Host'],
  ['os', 'System'],
  ['event_type', 'Event'],
  ['seen_page', 'Page in visit'],
  ['did_event', 'Event in visit'],
] satisfies [Dimension | MultiValuedDimension, string][]);

const PROPERTY = 'property:';

/** A dimension as people call it; a property of events by its own name. */
export function dimensionName(dimension: string): string {
  if (dimension.startsWith(PROPERTY)) return dimension.slice(PROPERTY.length);
  const words = dimension.replaceAll('_', ' ');
  return NAMES.get(dimension) ?? withCapital(words);
}
