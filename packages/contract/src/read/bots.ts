import { z } from 'zod';
import { GRANULARITIES } from '../constants.ts';
import { ARGUMENT_RULES } from './argument-rules.ts';
import { askedBreakdown } from './asked-breakdown.ts';
import { day } from './day.ts';
import { Meta } from './meta.ts';
import { RangeQuery } from './range-query.ts';
import { TimeseriesQuery } from './timeseries.ts';

/** What bots are for. */
export const BOT_CATEGORIES = ['search_engine', 'ai_crawler', 'social_media', 'monitoring', 'other'] as const;

/** What requests of bots can be divided by. */
export const BOT_DIMENSIONS = ['category', 'name', 'reason', 'page'] as const;

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
  granularity: TimeseriesQuery.shape.granularity
    .unwrap()
    .describe(
      'Tells more: requests over time and beside people. The length of a bucket; hour over at most 7 days.',
    )
    .optional(),
  breakdown: z
    .array(askedBreakdown(z.enum(BOT_DIMENSIONS)))
    .max(BOT_DIMENSIONS.length, `must be given at most ${BOT_DIMENSIONS.length} times`)
    .describe(
      'Tells more, as granularity does, and divides it: by what, with the number of rows behind a colon, 10 if left out: reason:8. May be given several times.',
    )
    .optional()
    .register(ARGUMENT_RULES, { late: 'invalid_request' }),
  category: z.enum(BOT_CATEGORIES).describe('Only bots of this category.').optional(),
  name: z.string().min(1).describe('Only bots of this name.').optional(),
  reason: z.string().min(1).describe('Only bots that were found by this evidence, among other.').optional(),
});
export type BotsQuery = z.infer<typeof BotsQuery>;

const requests = z.int();
const counts = z.array(requests);

/** Requests over time, of bots and of people: every array is as long as `labels`. */
export const BotSeries = z.object({
  granularity: z.enum(GRANULARITIES).describe('The length of a bucket.'),
  partial: z.boolean().describe('True where the last bucket is not over.'),
  labels: z.array(z.string()).describe('The local day of each bucket, for hours with the time.'),
  starts: z.array(z.string()).describe('First instant of each, with the offset in force.'),
  bot_requests: counts.describe('Requests of bots.'),
  people_requests: counts.describe('Requests of people.'),
  by_category: z
    .object(
      Object.fromEntries(BOT_CATEGORIES.map((category) => [category, counts])) as Record<
        (typeof BOT_CATEGORIES)[number],
        typeof counts
      >,
    )
    .describe('Those of bots by what these are for: they add up to bot_requests.'),
});
export type BotSeries = z.infer<typeof BotSeries>;

/** The requests of bots by the values of something, the largest first. */
export const BotBreakdown = z.object({
  dimension: z.enum(BOT_DIMENSIONS),
  total_rows: z.int().describe('How many values there are in all.'),
  rows: z.array(
    z.object({
      value: z
        .string()
        .describe('A category, a name, the code of a piece of evidence, or the path of a page.'),
      category: z.enum(BOT_CATEGORIES).optional().describe('Of a name: what most of its requests are for.'),
      bot_requests: requests.describe('A request that was found by several reasons counts under each.'),
      people_requests: requests.optional().describe('Of a page: requests of people there.'),
      trend: counts.optional().describe('bot_requests by bucket of the series; not of pages.'),
    }),
  ),
});
export type BotBreakdown = z.infer<typeof BotBreakdown>;

/** Answer to `GET /v1/analytics/bots`: without the envelope of all others. */
export const BotsResponse = z.object({
  total_bot_requests: z.int().describe('Requests of bots.'),
  by_category: z
    .object({ search_engine: requests, ai_crawler: requests, monitoring: requests, other: requests })
    .describe('The same by what the bots are for. Social media counts under other.'),
  top_bots: z
    .array(z.object({ name: z.string(), requests }))
    .describe('The ten bots with the most requests, the busiest first.'),
  people_requests: requests
    .optional()
    .describe(
      'Requests of people in the same period. This and what follows only with granularity or breakdown.',
    ),
  series: BotSeries.optional(),
  breakdowns: z.array(BotBreakdown).optional().describe('In the order in which they were asked for.'),
  meta: Meta.optional(),
});
export type BotsResponse = z.infer<typeof BotsResponse>;
