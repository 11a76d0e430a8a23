import { z } from 'zod';

export const RatesOfPairParams = z.strictObject({
  project: z.string().describe('proj_…'),
  from: z.string().describe('ISO 4217, such as USD.'),
  to: z.string().describe('ISO 4217, such as EUR.'),
});

/** By which spend in other currencies is converted. */
export const ListRatesResponse = z.object({
  data: z.array(
    z.object({
      date: z.string().describe('The day since which it is in force.'),
      from: z.string(),
      to: z.string(),
      rate: z.number().describe('What one unit of `from` is worth in `to`.'),
    }),
  ),
});
export type ListRatesResponse = z.infer<typeof ListRatesResponse>;

export const ImportRatesResponse = z.object({ data: z.object({ stored: z.int() }) });
export type ImportRatesResponse = z.infer<typeof ImportRatesResponse>;

export const RemoveRatesResponse = z.object({ data: z.object({ removed: z.int() }) });
