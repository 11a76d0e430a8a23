import type { FunnelResponse } from '@cvq/contract';
import { eventNoun } from '../words/event-noun.ts';
import type { FunnelFacts } from '../words/funnel-sentence.ts';
import { earlierWords } from './earlier-words.ts';
import { eventName } from './event-name.ts';
import { periodWords } from './period-words.ts';

/** What the sentence about a funnel is made of. */
export function funnelFacts({ data, meta }: FunnelResponse, isFiltered: boolean): FunnelFacts {
  const before = data.comparison?.complete ? data.comparison.steps : null;
  return {
    period: periodWords(meta),
    earlier: earlierWords(meta, data.comparison),
    scope: data.scope,
    steps: data.steps.map(({ event_type, count }) => ({
      name: eventNoun(event_type) ?? `“${eventName(event_type)}”`,
      count,
    })),
    before: before && { first: before[0]?.count ?? 0, last: before.at(-1)?.count ?? 0 },
    isFiltered,
  };
}
