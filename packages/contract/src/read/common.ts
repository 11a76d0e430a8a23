import { z } from 'zod';
import { RANGE_PRESETS, type RangePreset } from '../constants.ts';
import { SPEND_UNAVAILABLE_REASONS, SPEND_WARNINGS, type SpendUnavailableReason } from '../spend-reasons.ts';
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

/** What is to be known of the days of a range, before figures of them are compared or taken for zero. */
export const RANGE_WARNINGS = ['not_over', 'in_future', 'before_first_event', 'no_events'] as const;

const RangeWarning = z.object({
  code: z.enum(RANGE_WARNINGS).describe('What is to be known, for programs.'),
  message: z.string().describe('The same for people.'),
});
export type RangeWarning = z.infer<typeof RangeWarning>;

/** What an answer says of itself: the question as it was understood. */
export const Meta = z
  .object({
    project: z.string().describe('The id of the project.'),
    start_date: z.iso.date().describe('First day of the range.'),
    end_date: z.iso.date().describe('Last day of the range, included.'),
    range: z.string().nullable().describe('The preset; null where dates were asked for.'),
    timezone: z.string().describe('The IANA time zone of the project, in which its days begin.'),
    currency: z.string().describe('The ISO 4217 code of all amounts.'),
    bots: z.enum(['excluded', 'included']).describe('Whether traffic of bots was counted.'),
    segment: z
      .object({ id: z.string(), name: z.string().describe('What people call it.') })
      .optional()
      .describe('The segment whose conditions applied. Absent where none was named.'),
    generated_at: z.iso.datetime().describe('When it was answered, UTC.'),
    range_warnings: z
      .array(RangeWarning)
      .optional()
      .describe(
        'Days of the range that are not over, or of which nothing is known. Absent when there are none.',
      ),
    currency_warnings: z
      .array(
        z.object({
          currency: z.string().describe('The ISO 4217 code of the amounts that were left out.'),
          conversions: z.int().describe('How many conversions had them.'),
          value: z.number().describe('Their sum, in major units of that currency.'),
        }),
      )
      .optional()
      .describe('Amounts in other currencies, which are never added to revenue. Absent when there are none.'),
  })
  .describe('The question as it was understood.');
export type Meta = z.infer<typeof Meta>;

const spendReason = z.enum(Object.keys(SPEND_UNAVAILABLE_REASONS) as SpendUnavailableReason[]);

/** What is to be known beside figures of spend. What does not apply to a warning is null. */
export const SpendWarning = z
  .object({
    code: z.enum(SPEND_WARNINGS).describe('What is to be known, for programs.'),
    platform: z.string().nullable().describe('The ad platform that it is about.'),
    account: z.string().nullable().describe('The account of the platform; null for a file.'),
    currency: z.string().nullable().describe('The ISO 4217 code that was converted.'),
    first_day: z.iso.date().nullable().describe('The first day of the range that it concerns.'),
    last_day: z.iso.date().nullable().describe('The last one.'),
    message: z.string().describe('The same for people, with what to do.'),
  })
  .describe('What is to be known beside figures of spend.');
export type SpendWarning = z.infer<typeof SpendWarning>;

/** Measures of what ads cost. Absent without the scope, null where they cannot be told. */
export const SpendMeasures = z.object({
  ad_spend: z.number().nullable().optional().describe('What ads cost, in major units.'),
  ad_impressions: z.int().nullable().optional().describe('How often ads were shown.'),
  ad_clicks: z.int().nullable().optional().describe('How often ads were clicked.'),
  cost_per_click: z.number().nullable().optional().describe('ad_spend / ad_clicks; null without clicks.'),
  cost_per_conversion: z
    .number()
    .nullable()
    .optional()
    .describe('ad_spend / conversions; null without conversions.'),
  roas: z
    .number()
    .nullable()
    .optional()
    .describe('Return on ad spend: revenue / ad_spend; null unless that is above 0.'),
});
export type SpendMeasures = z.infer<typeof SpendMeasures>;

/** What an answer says of its fields of spend. */
export const SpendNotes = z.object({
  spend_omitted_reason: z
    .string()
    .optional()
    .describe('Why spend fields are absent: the credential lacks spend:read.'),
  spend_unavailable_reason: spendReason.optional().describe('Why spend fields are null.'),
  spend_warnings: z
    .array(SpendWarning)
    .optional()
    .describe('What is to be known beside them. Absent when there is nothing.'),
});
export type SpendNotes = z.infer<typeof SpendNotes>;

/** What was paid in one currency, as it was received. */
export const SpendOfCurrency = z.object({
  currency: z.string().describe('The ISO 4217 code in which it was paid.'),
  ad_spend: z.number().describe('What ads cost, in major units of this currency.'),
  ad_impressions: z.int().describe('How often they were shown.'),
  ad_clicks: z.int().describe('How often they were clicked.'),
  converted: z
    .number()
    .nullable()
    .describe("The same in the project's currency, by its rates; null where a rate is missing."),
});
export type SpendOfCurrency = z.infer<typeof SpendOfCurrency>;

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
