import { z } from 'zod';
import { RANGE_PRESETS, type RangePreset } from '../constants.ts';
import { ARGUMENT_RULES } from './argument-rules.ts';
import { day } from './day.ts';
import { Filters } from './filter.ts';

/* Descriptions of fields are for the documents that are made of these schemas. */

/** The range of a question that names none. */
export const DEFAULT_RANGE: RangePreset = '30d';

/** Arguments that every analytics operation takes. What they mean together is in the collector's range. */
export const RangeQuery = z.strictObject({
  project: z.string().describe('A project id, if there are several.').optional(),
  range: z
    .enum(RANGE_PRESETS)
    .meta({ default: DEFAULT_RANGE })
    .describe('In the time zone of the project. Not with dates.')
    .optional()
    .register(ARGUMENT_RULES, { late: 'invalid_range' }),
  start_date: day()
    .describe('First day. Only with end_date.')
    .optional()
    .register(ARGUMENT_RULES, { late: 'invalid_range' }),
  end_date: day()
    .describe('Last day, included.')
    .optional()
    .register(ARGUMENT_RULES, { late: 'invalid_range' }),
  bots: z.enum(['excluded', 'included']).describe('Bots count only if included.').optional(),
  filter: Filters.describe(
    'dimension:operator:value, such as country:is:DE|AT, with values as get_breakdown tells them.',
  )
    .optional()
    .register(ARGUMENT_RULES, { late: 'invalid_request' }),
  segment: z.string().describe('seg_… of list_segments, beside filter.').optional(),
});
export type RangeQuery = z.infer<typeof RangeQuery>;
