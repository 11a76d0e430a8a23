import type { TemporalTypes } from '../temporal.ts';

/** An instant as a zone writes it, with the offset in force. */
export function instantWithOffset(at: TemporalTypes.ZonedDateTime): string {
  return at.toString({ timeZoneName: 'never', smallestUnit: 'second' });
}
