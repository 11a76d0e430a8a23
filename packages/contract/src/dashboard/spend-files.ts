import { z } from 'zod';

/** The largest CSV file of spend that the dashboard takes, in bytes. The command takes larger ones. */
export const MAX_SPEND_FILE_BYTES = 8 * 1024 * 1024;

export const SpendFilesParams = z.strictObject({
  project: z.string().describe('proj_…'),
  platform: z.string().describe('As the file calls it, such as tiktok_ads.'),
});

const day = z.string().nullable();

/** Where spend of a project comes from, and from when to when. */
export const ListSpendSourcesResponse = z.object({
  data: z.array(
    z.object({
      platform: z.string(),
      integration: z.string().nullable().describe('int_…; null for files.'),
      account: z.string().nullable(),
      timezone: z.string().nullable(),
      current: z.boolean().describe('False of an account that is read no more.'),
      currencies: z.array(z.string()),
      first_day: day,
      last_day: day,
      last_good_day: day.describe('The last day that was over when it was read.'),
      read_at: z.iso.datetime().nullable(),
      problem: z.object({ code: z.string(), message: z.string(), at: z.iso.datetime() }).nullable(),
    }),
  ),
});
export type ListSpendSourcesResponse = z.infer<typeof ListSpendSourcesResponse>;

export const PreviewSpendResponse = z.object({
  data: z.object({
    spend: z
      .array(
        z.object({
          platform: z.string(),
          currency: z.string(),
          rows: z.int(),
          spend: z.number().describe('In units of the currency.'),
          first_day: z.string(),
          last_day: z.string(),
        }),
      )
      .describe('What the good lines say.'),
    faults: z
      .array(
        z.object({
          line: z.int(),
          column: z.string().nullable().describe('Null for a whole line.'),
          problem: z.string(),
          fix: z.string(),
        }),
      )
      .describe('With any of these nothing is stored. After 20 the file is not read on.'),
  }),
});
export type PreviewSpendResponse = z.infer<typeof PreviewSpendResponse>;

export const ImportSpendResponse = z.object({
  data: z.object({
    stored: z.int(),
    removed: z.int().describe('Rows from before, of the same platforms and days, that are not in the file.'),
    superseded: z.int().describe('Rows that do not count, since the platform itself tells of the same.'),
  }),
});
export type ImportSpendResponse = z.infer<typeof ImportSpendResponse>;

/** What was read from an ad platform. */
export const SyncSpendResponse = z.object({
  data: z.object({
    first_day: day,
    last_day: day,
    stored: z.int().describe('Rows: an account, a campaign and a day each.'),
    removed: z.int().describe('Rows from before that are gone.'),
    problem: z
      .object({ code: z.string(), message: z.string(), fix: z.string().nullable() })
      .nullable()
      .describe('Why it could not be read.'),
  }),
});
export type SyncSpendResponse = z.infer<typeof SyncSpendResponse>;

export const RemoveSpendResponse = z.object({ data: z.object({ removed: z.int() }) });
