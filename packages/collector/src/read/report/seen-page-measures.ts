import type { SeenPageMeasures } from '@cvq/contract';
import type { BreakdownGroup } from '@cvq/storage';
import { type Rounding, rounded } from '../measures.ts';

/** What is told of pages that were seen alone. */
export function seenPageMeasures(
  { seen, sessions }: BreakdownGroup,
  round: Rounding = rounded,
): SeenPageMeasures {
  if (seen === undefined) return {};
  const { exits, viewMs, timedViews } = seen;
  return {
    exit_rate: sessions === 0 ? null : round(exits / sessions, 4),
    average_time_on_page_seconds: timedViews === 0 ? null : round(viewMs / timedViews / 1000, 1),
  };
}
