import { ListConversionsQuery, ListConversionsResponse, MAX_CONVERSION_ROWS } from '@cvq/contract';
import type { Question } from '@cvq/storage';
import { ApiError } from '../../errors/api-error.ts';
import { askStore } from '../ask-store.ts';
import { conversionTable } from '../csv/conversion-table.ts';
import { conversionsWithDeliveries } from '../deliveries/conversions-with-deliveries.ts';
import { deliveriesWith, integrationsOf } from '../deliveries/standing.ts';
import { definePeriodOperation } from '../operation.ts';

const DEFAULT_LIMIT = 50;

export const listConversions = definePeriodOperation({
  name: 'list_conversions',
  tag: 'Conversions',
  method: 'GET',
  path: '/v1/conversions',
  summary: 'Conversions of a period',
  description:
    'The conversions that reports count, one by one, with what each is credited to and what became of it at ad platforms.',
  scopes: ['conversions:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: ListConversionsQuery,
  response: ListConversionsResponse,
  example: 'range=30d&limit=10',
  csv: ({ data }) => conversionTable(data),
  async run({ project, args, range, question: asked, meta }, { reports, control, now }) {
    const { limit = DEFAULT_LIMIT, offset = 0, sort = '-timestamp' } = args;
    refuseBeyond(offset);
    const question = ofEventType(asked, args.event_type);
    const integrations = await integrationsOf(project.id, control);
    const wanted = { status: args.delivery_status, platform: args.delivery_platform };
    const slice = {
      deliveries: deliveriesWith(wanted, integrations),
      order: sort === 'timestamp' ? ('oldest_first' as const) : ('newest_first' as const),
      offset,
      limit: Math.min(limit, MAX_CONVERSION_ROWS - offset),
    };
    const found = await askStore(reports.conversions(question, range, slice));
    const data = await conversionsWithDeliveries(found.conversions, {
      ...{ project, integrations, reports, now: now() },
    });
    return { data, meta: { ...meta, ...pagingOf() } };

    function pagingOf() {
      const end = offset + data.length;
      const atLimit = end >= MAX_CONVERSION_ROWS && found.total > end;
      return {
        total_rows: found.total,
        limit,
        offset,
        has_more: found.total > end && !atLimit,
        sort,
        max_rows: MAX_CONVERSION_ROWS,
        ...(atLimit && { row_limit_reached: true as const }),
      };
    }
  },
});

function ofEventType(question: Required<Question>, eventType: string | undefined): Required<Question> {
  if (eventType === undefined) return question;
  const ofType = { dimension: 'event_type', operator: 'is', values: [eventType] } as const;
  return { ...question, filters: [...question.filters, ofType] };
}

/** @throws ApiError invalid_request past the rows of one range that can be paged through. */
function refuseBeyond(offset: number): void {
  if (offset < MAX_CONVERSION_ROWS) return;
  const message = `must be less than ${MAX_CONVERSION_ROWS}: narrow start_date and end_date instead`;
  throw new ApiError('invalid_request', `offset ${message}.`, {
    details: { fields: [{ field: 'offset', message }], max_rows: MAX_CONVERSION_ROWS },
  });
}
