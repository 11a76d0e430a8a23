import { z } from 'zod';
import { SPEND_UNAVAILABLE_REASONS, SPEND_WARNINGS, type SpendUnavailableReason } from '../spend-reasons.ts';

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
