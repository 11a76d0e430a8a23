import { z } from 'zod';
import { changes } from './changes.ts';
import { ComparedPeriod, ComparisonQuery } from './comparison.ts';
import { Measures } from './measures.ts';
import { Meta } from './meta.ts';
import { RangeQuery } from './range-query.ts';
import { SpendMeasures, SpendNotes, SpendOfCurrency } from './spend-measures.ts';

export const OverviewQuery = z.strictObject({ ...RangeQuery.shape, ...ComparisonQuery.shape });
export type OverviewQuery = z.infer<typeof OverviewQuery>;

/** An earlier period, and how far this one is from it. */
export const Comparison = z
  .object({
    ...ComparedPeriod.shape,
    values: z.object({ ...Measures.shape, ...SpendMeasures.shape }).describe('Its measures.'),
    change: z
      .object({
        ...changes(Measures.keyof().options),
        ...z.object(changes(SpendMeasures.keyof().options)).partial().shape,
      })
      .describe('(now - then) / then of each measure, a fraction of 1; null where then is 0 or null.'),
    spend_unavailable_reason: SpendNotes.shape.spend_unavailable_reason,
    spend_warnings: SpendNotes.shape.spend_warnings,
  })
  .describe('An earlier period, and how far this one is from it.');
export type Comparison = z.infer<typeof Comparison>;

/** Answer to `GET /v1/analytics/overview`. */
export const OverviewResponse = z.object({
  data: z.object({
    ...Measures.shape,
    ...SpendMeasures.shape,
    ...SpendNotes.shape,
    ad_spend_by_currency: z
      .array(SpendOfCurrency.pick({ currency: true, ad_spend: true }))
      .optional()
      .describe('What was paid in each currency. Only where the reason is currency_mixed.'),
    comparison: Comparison.nullable().describe('Null unless compare was asked for.'),
  }),
  meta: Meta,
});
export type OverviewResponse = z.infer<typeof OverviewResponse>;
