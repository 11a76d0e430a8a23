import { DAY_MS, FUNNEL_WINDOW_DAYS, FunnelQuery, FunnelResponse } from '@cvq/contract';
import type { FunnelStep } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { ratio } from '../measures.ts';
import { definePeriodOperation } from '../operation.ts';

export const getFunnel = definePeriodOperation({
  name: 'get_funnel',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/funnel',
  summary: 'Steps one after the other',
  description: 'How many visitors or sessions took each of several steps, one after the other.',
  scopes: ['analytics:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: FunnelQuery,
  response: FunnelResponse,
  example: 'event_types=pageview,purchase&range=30d',
  async run({ args, range, question, meta }, { reports }) {
    const { event_types: eventTypes, window_days = FUNNEL_WINDOW_DAYS.default, scope = 'visitor' } = args;
    const asked = { eventTypes, windowMs: window_days * DAY_MS, scope };
    const found = await askStore(reports.funnel(question, range, asked));
    const first = found[0]?.count ?? 0;
    const last = found.at(-1)?.count ?? 0;
    return {
      data: {
        scope,
        window_days,
        steps: eventTypes.map((type, index) => toStep(type, found, index)),
        overall_conversion_rate: ratio(last, first, 4),
      },
      meta,
    };
  },
});

function toStep(
  event_type: string,
  found: readonly FunnelStep[],
  index: number,
): FunnelResponse['data']['steps'][number] {
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
