import { DAY } from '../../../test/builders/event-records.ts';
import { localMidnight } from '../questions/period-of.ts';
import type { SeedPlan } from '../seed/plan.ts';

/** Which local day an instant lies in, in the time zone of the projects. The first of a plan is 1. */
export function localDays({ end, days }: SeedPlan): (at: number) => number {
  const midnights = Array.from({ length: days + 3 }, (_, index) =>
    localMidnight(end - (days + 1 - index) * DAY),
  );
  let last = 0;
  return (at) => {
    if (at < (midnights[last] as number)) last = 0;
    while (last + 1 < midnights.length && at >= (midnights[last + 1] as number)) last += 1;
    return last;
  };
}

/** The number of the first of the last so many days. */
export const firstOfLast = ({ days }: SeedPlan, count: number) => days + 1 - count;
