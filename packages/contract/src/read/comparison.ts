import { z } from 'zod';
import { COMPARE_MODES } from '../constants.ts';
import { ARGUMENT_RULES } from './argument-rules.ts';
import { day } from './day.ts';

/* Descriptions of fields are for the documents that are made of these schemas. */

/** Arguments that name the earlier period. What they mean together is in the collector's compared period. */
export const ComparisonQuery = z.strictObject({
  compare: z.enum(COMPARE_MODES).describe('An earlier period of as many days.').optional(),
  compare_start_date: day()
    .describe('First day to compare with, instead of compare. Only together with compare_end_date.')
    .optional()
    .register(ARGUMENT_RULES, { late: 'invalid_range' }),
  compare_end_date: day()
    .describe('Last day to compare with, included. Only together with compare_start_date.')
    .optional()
    .register(ARGUMENT_RULES, { late: 'invalid_range' }),
  match: z
    .enum(['date', 'weekday'])
    .meta({ default: 'date' })
    .describe('What begins a year earlier: the same date, or the same weekday, 52 weeks before.')
    .optional(),
  compare_until: z
    .enum(['end', 'same_moment'])
    .meta({ default: 'same_moment' })
    .describe(
      'How much of the earlier period is counted while the range is not over: up to the same time of the same day, or all of it.',
    )
    .optional(),
});
export type ComparisonQuery = z.infer<typeof ComparisonQuery>;

/** The earlier period that is compared with. */
export const ComparedPeriod = z
  .object({
    mode: z.enum([...COMPARE_MODES, 'dates']).describe('How it was named.'),
    start_date: z.iso.date().describe('Its first day.'),
    end_date: z.iso.date().describe('Its last day, included.'),
    until: z
      .string()
      .nullable()
      .describe(
        'Up to which moment it is counted, with the offset in force; null where it is counted whole.',
      ),
    complete: z.boolean().describe('False where it began before the first event of the project.'),
  })
  .describe('The earlier period that is compared with.');
export type ComparedPeriod = z.infer<typeof ComparedPeriod>;
