import { ListEventsQuery, ListEventsResponse } from '@cvq/contract';
import { askStore } from '../ask-store.ts';
import { readCursor, writeCursor } from '../event-cursor.ts';
import { eventJson } from '../event-json.ts';
import { ofEventType } from '../of-event-type.ts';
import { definePeriodOperation } from '../operation.ts';

const DEFAULT_LIMIT = 50;

export const listEvents = definePeriodOperation({
  name: 'list_events',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/events',
  summary: 'Events of a period',
  description:
    'Events as they were recorded, one by one, the newest first: those that no report counts too, each with the reason.',
  scopes: ['analytics:read', 'conversions:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: ListEventsQuery,
  response: ListEventsResponse,
  example: 'range=24h&limit=10',
  async run({ args, range, question, meta }, { reports }) {
    const { limit = DEFAULT_LIMIT, state, cursor } = args;
    const after = cursor === undefined ? undefined : readCursor(cursor);
    // One more than is told of says whether there is another page.
    const slice = { state, after, limit: limit + 1 };
    const found = await askStore(reports.events(ofEventType(question, args.event_type), range, slice));
    const told = found.slice(0, limit);
    const last = told.at(-1);
    const isMore = found.length > told.length;
    const { bots: _, ...about } = meta;
    return {
      data: told.map(eventJson),
      meta: {
        ...about,
        limit,
        has_more: isMore,
        next_cursor: isMore && last !== undefined ? writeCursor(last.event) : null,
      },
    };
  },
});
