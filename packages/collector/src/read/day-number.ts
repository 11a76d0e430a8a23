import { DAY_MS } from '@cvq/contract';
import type { TemporalTypes } from '../temporal.ts';

/** How many days a civil day comes after 1970-01-01. */
export function dayNumber({ year, month, day }: TemporalTypes.PlainDate): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS;
}
