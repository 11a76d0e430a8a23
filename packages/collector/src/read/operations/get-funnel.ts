import {
  FUNNEL_STEPS,
  FUNNEL_WINDOW_DAYS,
  FunnelQuery,
  FunnelResponse,
  MAX_EVENT_TYPE_LENGTH,
} from '@cvq/contract';
import type { FunnelStep } from '@cvq/storage';
import { ApiError } from '../../errors/api-error.ts';
import { askStore } from '../ask-store.ts';
import { ratio } from '../measures.ts';
import { metaOf } from '../meta.ts';
import { defineProjectOperation } from '../operation.ts';
import { questionOf } from '../question.ts';
import { resolveRange } from '../range.ts';

const DAY_MS = 86_400_000;

export const getFunnel = defineProjectOperation({
  name: 'get_funnel',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/funnel',
  summary: 'Steps one after the other',
  description: 'How many visitors or sessions took each of several steps, one after the other.',
  scopes: ['analytics:read'],
  plan: 'starter',
  writes: false,
  about: 'project',
  query: FunnelQuery,
  response: FunnelResponse,
  example: 'event_types=pageview,purchase&range=30d',
  async run({ project, query }, { events, now }) {
    const { window_days = FUNNEL_WINDOW_DAYS.default, scope = 'visitor' } = query;
    const at = now();
    const eventTypes = readEventTypes(query.event_types);
    const question = questionOf(project, query);
    const range = resolveRange(query, { timezone: project.timezone, now: at });
    const asked = { eventTypes, windowMs: window_days * DAY_MS, scope };
    const found = await askStore(events.funnel(question, range, asked));
    const first = found[0]?.count ?? 0;
    const last = found.at(-1)?.count ?? 0;
    return {
      data: {
        scope,
        window_days,
        steps: eventTypes.map((type, index) => toStep(type, found, index)),
        overall_conversion_rate: ratio(last, first, 4),
      },
      meta: metaOf({ project, range, bots: question.bots, now: at }),
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

/** @throws ApiError invalid_request for a type that is no type, too few, too many, or one given twice. */
function readEventTypes(text: string): string[] {
  // As event types are stored: without blanks around them.
  const types = text.split(',').map((type) => type.trim());
  const { min, max } = FUNNEL_STEPS;
  if (types.length < min || types.length > max) throw refused(`must name ${min} to ${max} event types`);
  for (const [index, type] of types.entries()) {
    if (type === '' || type.length > MAX_EVENT_TYPE_LENGTH) {
      throw refused(`must have 1 to ${MAX_EVENT_TYPE_LENGTH} characters between its commas`);
    }
    if (types.indexOf(type) !== index) throw refused(`names ${JSON.stringify(type)} twice`);
  }
  return types;
}

function refused(message: string): ApiError {
  return new ApiError('invalid_request', `event_types ${message}.`, {
    details: { fields: [{ field: 'event_types', message }] },
  });
}
