import type { Meta } from '@cvq/contract';
import { localDay } from '../words/local-day.ts';

/** Whether the period of an answer reaches into a day that was not over when it was given, in the zone of the project. */
export function isNotOver({
  end_date: last,
  generated_at: moment,
  timezone,
}: Pick<Meta, 'end_date' | 'generated_at' | 'timezone'>): boolean {
  return last >= localDay(moment, timezone);
}
