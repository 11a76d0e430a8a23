import { ListPropertiesQuery, ListPropertiesResponse } from '@cvq/contract';
import { askStore } from '../ask-store.ts';
import { ofEventType } from '../of-event-type.ts';
import { definePeriodOperation } from '../operation.ts';

const LIMITS = { names: 100, values: 10 };

export const listProperties = definePeriodOperation({
  name: 'list_properties',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/properties',
  summary: 'Properties of events',
  description: 'Which properties events have, how often each is there, and its most frequent values.',
  scopes: ['analytics:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: ListPropertiesQuery,
  response: ListPropertiesResponse,
  example: 'range=7d&event_type=purchase',
  tool: {
    description:
      'Properties of events of the last 30 days, with their most frequent values: for property:<name> in dimension and filter.',
    without: ['range', 'start_date', 'end_date', 'bots', 'filter', 'segment'],
    more: 'Ask for one event_type.',
  },
  async run({ args, range, question, meta }, { reports }) {
    const found = await askStore(reports.properties(ofEventType(question, args.event_type), range, LIMITS));
    return {
      data: {
        events: found.events,
        total_properties: found.total,
        properties: found.properties.map(({ name, events, distinct, values, numbers }) => ({
          name,
          events,
          distinct_values: distinct,
          top_values: [...values],
          numbers,
        })),
      },
      meta,
    };
  },
});
