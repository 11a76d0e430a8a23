import { z } from 'zod';
import { ARGUMENT_RULES } from './argument-rules.ts';
import { RangeQuery } from './common.ts';
import { day } from './day.ts';

/** The range has names of its own here, beside those of every other operation. */
export const BotsQuery = z.strictObject({
  ...RangeQuery.omit({ bots: true }).shape,
  date_from: day()
    .describe('First day, in the time zone of the project. Not together with range or start_date.')
    .optional()
    .register(ARGUMENT_RULES, { late: 'invalid_range' }),
  date_to: day()
    .describe('Last day, included; today if left out. Only together with date_from.')
    .optional()
    .register(ARGUMENT_RULES, { late: 'invalid_range' }),
});
export type BotsQuery = z.infer<typeof BotsQuery>;

const requests = z.int();

/** Answer to `GET /v1/analytics/bots`: without the envelope of all others. */
export const BotsResponse = z.object({
  total_bot_requests: z.int().describe('Requests of bots.'),
  by_category: z
    .object({ search_engine: requests, ai_crawler: requests, monitoring: requests, other: requests })
    .describe('The same by what the bots are for. Social media counts under other.'),
  top_bots: z
    .array(z.object({ name: z.string(), requests }))
    .describe('The ten bots with the most requests, the busiest first.'),
});
export type BotsResponse = z.infer<typeof BotsResponse>;
