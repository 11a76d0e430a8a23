import { z } from 'zod';
import { MAX_EVENT_TYPE_LENGTH } from '../constants.ts';
import { Meta } from './meta.ts';
import { RangeQuery } from './range-query.ts';

export const ListPropertiesQuery = z.strictObject({
  ...RangeQuery.shape,
  event_type: z
    .string()
    .min(1, 'must name an event type, such as purchase')
    .max(MAX_EVENT_TYPE_LENGTH)
    .describe('Only of this event type.')
    .optional(),
});
export type ListPropertiesQuery = z.infer<typeof ListPropertiesQuery>;

/** A property of events: how often it is there, and what values it has. */
export const EventProperty = z
  .object({
    name: z.string(),
    events: z.int().describe('How many events have it.'),
    distinct_values: z.int().describe('How many different values it has.'),
    top_values: z
      .array(z.object({ value: z.string(), events: z.int() }))
      .describe('The ten most frequent, as filters write them.'),
    numbers: z
      .object({ lowest: z.number(), highest: z.number() })
      .nullable()
      .describe('Where all its values are numbers, so that gt and lt apply; else null.'),
  })
  .describe('A property of events: how often it is there, and what values it has.');
export type EventProperty = z.infer<typeof EventProperty>;

/** Answer to `GET /v1/analytics/properties`. */
export const ListPropertiesResponse = z.object({
  data: z.object({
    events: z.int().describe('How many events were looked at.'),
    total_properties: z.int().describe('How many properties these have; at most 100 are told.'),
    properties: z.array(EventProperty).describe('The most frequent first.'),
  }),
  meta: Meta.omit({ currency_warnings: true }),
});
export type ListPropertiesResponse = z.infer<typeof ListPropertiesResponse>;
