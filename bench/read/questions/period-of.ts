import { DAY, HOUR } from '../../../test/builders/event-records.ts';
import type { SeedPlan } from '../seed/plan.ts';

const TIMEZONE = 'Europe/Berlin';

/** The last days of a seed in the time zone of its projects: first and last day, and the instants that bound them. */
export function periodOf({ end }: Pick<SeedPlan, 'end'>, days: number) {
  const last = end - DAY;
  const first = last - (days - 1) * DAY;
  return {
    startDate: dateOf(first),
    endDate: dateOf(last),
    from: localMidnight(first),
    to: localMidnight(end),
  };
}

const dateOf = (midnight: number) => new Date(midnight).toISOString().slice(0, 10);

/** When the day that is meant by its midnight in UTC begins in the zone. */
export function localMidnight(midnight: number): number {
  for (const hours of [1, 2]) {
    if (hourOf(midnight - hours * HOUR) === '00') return midnight - hours * HOUR;
  }
  throw new Error(`No midnight near ${midnight}.`);
}

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: TIMEZONE, hour: '2-digit', hourCycle: 'h23' });
const hourOf = (instant: number) => clock.format(instant);
