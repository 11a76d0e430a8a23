import { z } from 'zod';

/** What is to be known of the days of a range, before figures of them are compared or taken for zero. */
export const RANGE_WARNINGS = ['not_over', 'in_future', 'before_first_event', 'no_events'] as const;

const RangeWarning = z.object({
  code: z.enum(RANGE_WARNINGS).describe('What is to be known, for programs.'),
  message: z.string().describe('The same for people.'),
});
export type RangeWarning = z.infer<typeof RangeWarning>;

/** What is to be known of conditions, before zeros are taken for a result. */
const FilterWarning = z.object({
  code: z.enum(['nothing_matches']).describe('What is to be known, for programs.'),
  message: z.string().describe('The same for people.'),
});

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
    filter_warnings: z
      .array(FilterWarning)
      .optional()
      .describe('That conditions keep nothing of these days. Absent where they keep something.'),
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
