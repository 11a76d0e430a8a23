import { z } from 'zod';
import { DIMENSIONS } from '../constants.ts';
import { Meta } from '../read/meta.ts';
import { RangeQuery } from '../read/range-query.ts';

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

export const FindValuesQuery = z.strictObject({
  ...RangeQuery.shape,
  text: z.string().max(200).describe('What a value holds, in capital letters or small.').optional(),
  dimension: z.enum(DIMENSIONS).describe('Only values of this dimension.').optional(),
  locale: z
    .string()
    .max(35)
    .refine(isLocale, 'must be a language tag such as "de" or "en-GB"')
    .describe(
      'In whose words countries and languages are found too, beside their codes; English unless told.',
    )
    .optional(),
});

/** A value that a filter can name. */
export const FoundValue = z.object({
  dimension: z.enum(DIMENSIONS),
  value: z.string(),
  visitors: z.int(),
});
export type FoundValue = z.infer<typeof FoundValue>;

/** Answer to `GET /dashboard-api/v1/values`: those that begin with the text first, then by visitors. */
export const FindValuesResponse = z.object({ data: z.array(FoundValue), meta: Meta });
export type FindValuesResponse = z.infer<typeof FindValuesResponse>;
