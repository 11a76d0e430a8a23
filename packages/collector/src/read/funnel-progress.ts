import type { FunnelResponse } from '@cvq/contract';
import type { Funnel, FunnelStep } from '@cvq/storage';
import { ratio } from './measures.ts';

type Progress = Pick<FunnelResponse['data'], 'steps' | 'overall_conversion_rate'>;

/** How far those whom a funnel is about got, with rates as fractions and times in seconds. */
export function funnelProgress({ eventTypes }: Funnel, found: readonly FunnelStep[]): Progress {
  const first = found[0]?.count ?? 0;
  const last = found.at(-1)?.count ?? 0;
  return {
    steps: eventTypes.map((type, index) => toStep(type, found, index)),
    overall_conversion_rate: ratio(last, first, 4),
  };
}

function toStep(event_type: string, found: readonly FunnelStep[], index: number): Progress['steps'][number] {
  const { count, medianMsFromPrevious } = found[index] as FunnelStep;
  const previous = found[index - 1]?.count ?? count;
  return {
    step: index + 1,
    event_type,
    count,
    rate_from_previous: ratio(count, previous, 4),
    rate_from_first: ratio(count, found[0]?.count ?? 0, 4),
    dropped: previous - count,
    median_seconds_from_previous:
      medianMsFromPrevious === null ? null : Math.round(medianMsFromPrevious) / 1000,
  };
}
