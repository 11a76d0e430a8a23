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
  project: z.string().describe('A project id. Optional where only one can be reached.').optional(),
  range: z
    .enum(RANGE_PRESETS)
    .meta({ default: DEFAULT_RANGE })
    .describe('A preset, in the time zone of the project. Not with dates.')
    .optional()
    .register(ARGUMENT_RULES, { late: 'invalid_range' }),
  start_date: day()
    .describe('First day, in that zone. Only with end_date.')
    .optional()
    .register(ARGUMENT_RULES, { late: 'invalid_range' }),
  end_date: day()
    .describe('Last day, included.')
    .optional()
    .register(ARGUMENT_RULES, { late: 'invalid_range' }),
  bots: z
    .enum(['excluded', 'included'])
    .describe('Whether bots are counted; excluded if left out.')
    .optional(),
  filter: Filters.describe(
    'A condition dimension:operator:value, several values with | between. May be given several times.',
  )
    .optional()
    .register(ARGUMENT_RULES, { late: 'invalid_request' }),
  segment: z.string().describe('A segment of the project, seg_…, beside filter.').optional(),
});
export type RangeQuery = z.infer<typeof RangeQuery>;
