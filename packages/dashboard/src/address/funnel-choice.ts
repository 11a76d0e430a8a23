import type { Dimension } from '@cvq/contract';
import { DIMENSIONS } from '@cvq/contract/constants';

/** What the page of funnels shows. */
export type FunnelChoice = {
  /** Event types in the order of the steps; none for the usual ones. */
  readonly steps: readonly string[];
  readonly scope: 'visitor' | 'session';
  /** Within how many days of the first step all others must happen. */
  readonly days: number;
  /** What it is divided by. */
  readonly by: Dimension | null;
};

/** More than these the collector refuses. */
export const MOST_STEPS = 10;
const MOST_DAYS = 400;

export const USUAL_FUNNEL: FunnelChoice = { steps: [], scope: 'visitor', days: 30, by: null };

/** What the query of an address says of a funnel; what is unknown in it counts as not said. */
export function readFunnelChoice(said: URLSearchParams): FunnelChoice {
  const days = Number(said.get('days'));
  // The question names types with commas between.
  const steps = said.getAll('step').filter((type) => type.trim() !== '' && !/,|.{129}/s.test(type));
  return {
    steps: [...new Set(steps)].slice(0, MOST_STEPS),
    scope: said.get('scope') === 'session' ? 'session' : 'visitor',
    days: Number.isInteger(days) && days > 0 && days <= MOST_DAYS ? days : USUAL_FUNNEL.days,
    by: DIMENSIONS.find((dimension) => dimension === said.get('by')) ?? null,
  };
}
