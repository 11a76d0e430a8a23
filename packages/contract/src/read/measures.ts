import { z } from 'zod';

/** The measures of a period. Rates are fractions of one; null where the denominator is zero. */
export const Measures = z.object({
  visitors: z
    .int()
    .describe('Distinct persons: users, else visitors; visitors alone where the project turns persons off.'),
  sessions: z.int().describe('Sessions that began in the period.'),
  pageviews: z.int().describe('Page views.'),
  events: z.int().describe('All events, page views and conversions included.'),
  conversions: z.int().describe('Events that are conversions.'),
  converted_sessions: z.int().describe('Sessions with a conversion.'),
  conversion_rate: z.number().nullable().describe('converted_sessions / sessions, a fraction of 1.'),
  revenue: z.number().describe("Values of conversions in the project's currency, in major units."),
  average_order_value: z.number().nullable().describe('revenue / conversions with a value in that currency.'),
  bounce_rate: z
    .number()
    .nullable()
    .describe('Sessions of one page view and no other event / sessions, a fraction of 1.'),
  average_session_duration_seconds: z.number().nullable().describe('From first to last event, on average.'),
  pages_per_session: z.number().nullable().describe('Page views / sessions.'),
});
export type Measures = z.infer<typeof Measures>;
