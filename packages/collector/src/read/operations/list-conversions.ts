import {
  BriefConversion,
  type Conversion,
  DEFAULT_CONVERSION_ROWS,
  ListConversionsQuery,
  ListConversionsResponse,
  MAX_CONVERSION_ROWS,
  parseConversionId,
} from '@cvq/contract';
import type { EventPlace, ReportQuestions } from '@cvq/storage';
import { ApiError } from '../../errors/api-error.ts';
import { askStore } from '../ask-store.ts';
import { conversionTable } from '../csv/conversion-table.ts';
import { conversionsWithDeliveries } from '../deliveries/conversions-with-deliveries.ts';
import { deliveriesWith, integrationsOf } from '../deliveries/standing.ts';
import { readCursor, writeCursor } from '../event-cursor.ts';
import { ofEventType } from '../of-event-type.ts';
import { definePeriodOperation } from '../operation.ts';
import { refusedField } from '../refused-field.ts';

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
  tool: {
    description:
      'Conversions one by one with value, order, credited touch and deliveries to ad platforms: for single sales, and for what was not delivered.',
    without: ['offset', 'delivery_state', 'segment'],
    limited: 'data',
    preset: { limit: 25, detail: 'brief' },
    more: 'Go on with cursor, from meta.next_cursor.',
  },
  csv: ({ data }) => conversionTable(data.map(whole)),
  async run({ project, args, range, question: asked, meta }, { reports, control, now }) {
    const { limit = DEFAULT_CONVERSION_ROWS, offset = 0, sort = '-timestamp' } = args;
    refuseBeyond(offset);
    refuseTogether(args);
    const question = ofEventType(asked, args.event_type);
    const integrations = await integrationsOf(project.id, control);
    const wanted = {
      status: args.delivery_status,
      platform: args.delivery_platform,
      state: args.delivery_state,
      reason: args.delivery_reason,
    };
    const { kind = 'counted', order_id: orderId, cursor } = args;
    const after = cursor === undefined ? undefined : await placeOf(cursor, project.id, reports);
    const slice = {
      kind,
      orderId,
      after,
      deliveries: deliveriesWith(wanted, integrations),
      order: sort === 'timestamp' ? ('oldest_first' as const) : ('newest_first' as const),
      offset,
      // One more than is told of says whether there is another page.
      limit: 1 + (after === undefined ? Math.min(limit, MAX_CONVERSION_ROWS - offset) : limit),
    };
    const found = await askStore(reports.conversions(question, range, slice));
    const told = found.conversions.slice(0, slice.limit - 1);
    const data = await conversionsWithDeliveries(told, {
      project,
      integrations,
      reports,
      now: now(),
    });
    return { data: args.detail === 'brief' ? data.map(inBrief) : data, meta: { ...meta, ...pagingOf() } };

    function pagingOf() {
      const isMore = found.conversions.length > told.length;
      const atLimit = after === undefined && isMore && offset + told.length >= MAX_CONVERSION_ROWS;
      const last = told.at(-1);
      return {
        total_rows: found.total,
        limit,
        offset,
        has_more: isMore && !atLimit,
        sort,
        max_rows: MAX_CONVERSION_ROWS,
        ...(atLimit && { row_limit_reached: true as const }),
        next_cursor: isMore && last !== undefined ? writeCursor(last.event) : null,
      };
    }
  },
});

/** What a list in brief tells of a conversion. */
function inBrief(conversion: Conversion): BriefConversion {
  return withoutNulls(BriefConversion.parse(conversion)) as BriefConversion;
}

function withoutNulls(told: unknown): unknown {
  if (Array.isArray(told)) return told.map(withoutNulls);
  if (typeof told !== 'object' || told === null) return told;
  const kept = Object.entries(told).filter(([, value]) => value !== null);
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutNulls(value)]));
}

/** @throws ApiError invalid_request for one in brief: a table has all columns. */
function whole(conversion: Conversion | BriefConversion): Conversion {
  if ('event_id' in conversion) return conversion;
  throw refusedField('detail', 'must be full, or left out, for CSV: it has all columns');
}

/** @throws ApiError not_found, invalid_request */
async function placeOf(cursor: string, project: string, reports: ReportQuestions): Promise<EventPlace> {
  const id = parseConversionId(cursor);
  if (id === null) return readCursor(cursor, ', or the id of a conversion');
  const found = await askStore(reports.conversion(project, id));
  if (found !== null) return found.event;
  const message = 'names no conversion of this project, or one that was removed';
  throw new ApiError('not_found', `cursor ${message}.`, {
    details: { fields: [{ field: 'cursor', message }] },
  });
}

/** @throws ApiError invalid_request for arguments of which one says that the other does not apply. */
function refuseTogether(args: ListConversionsQuery): void {
  const { offset, cursor, kind = 'counted', filter = [], segment } = args;
  if (cursor !== undefined && offset !== undefined)
    throw refusedField('offset', 'must be left out where cursor is given');
  if (kind !== 'counted' && filter.length > 0)
    throw refusedField('filter', `must be left out with kind=${kind}: only event_type applies to these`);
  if (kind !== 'counted' && segment !== undefined)
    throw refusedField('segment', `must be left out with kind=${kind}: only event_type applies to these`);
}

/** @throws ApiError invalid_request past the rows of one range that can be paged through. */
function refuseBeyond(offset: number): void {
  if (offset < MAX_CONVERSION_ROWS) return;
  const message = `must be less than ${MAX_CONVERSION_ROWS}: go on with cursor instead`;
  throw new ApiError('invalid_request', `offset ${message}.`, {
    details: { fields: [{ field: 'offset', message }], max_rows: MAX_CONVERSION_ROWS },
  });
}
