import { z } from 'zod';
import { RecordedEvent } from './events.ts';
import { RangeQuery } from './range-query.ts';
import { wholeNumber } from './whole-number.ts';

export const GetLiveQuery = z.strictObject({
  project: RangeQuery.shape.project,
  limit: wholeNumber(0, 50).describe('How many events to answer; 20 if left out.').optional(),
});
export type GetLiveQuery = z.infer<typeof GetLiveQuery>;

/** Answer to `GET /v1/analytics/live`. */
export const LiveResponse = z.object({
  data: z.object({
    visitors: z.int().describe('Persons of the last five minutes, without bots.'),
    minutes: z
      .array(
        z.object({
          start: z.iso.datetime().describe('Its first instant, UTC.'),
          visitors: z.int(),
          pageviews: z.int(),
        }),
      )
      .describe('The last 30 minutes, the earliest first; the last is not over.'),
    pages: z
      .array(z.object({ page: z.string(), visitors: z.int() }))
      .describe('The ten pages that most persons looked at in the last five minutes.'),
    events: z
      .array(RecordedEvent)
      .describe('The latest events of the last 30 minutes, those of bots too, the newest first.'),
  }),
  meta: z.object({
    project: z.string(),
    timezone: z.string().describe('The IANA time zone of the project.'),
    generated_at: z.iso.datetime(),
  }),
});
export type LiveResponse = z.infer<typeof LiveResponse>;
