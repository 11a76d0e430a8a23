import { Temporal, type TemporalTypes } from '../temporal.ts';

/** An instant (epoch milliseconds) as clocks and calendars of a zone show it. */
export function zoned(ms: number, timezone: string): TemporalTypes.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone);
}
