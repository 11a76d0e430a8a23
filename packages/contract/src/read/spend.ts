import { z } from 'zod';
import { Meta } from './meta.ts';
import { PartPaging, PartQuery } from './paging.ts';
import { RangeQuery } from './range-query.ts';
import { SpendNotes, SpendOfCurrency } from './spend-measures.ts';

/** Platforms tell of spend by campaign and day: there is nothing of it that a filter could see. */
export const SpendQuery = RangeQuery.omit({ filter: true, segment: true }).extend({
  limit: PartQuery.shape.limit.describe('How many campaigns, the most expensive first; all if left out.'),
  offset: PartQuery.shape.offset.describe('Campaigns to leave out.'),
});

const amount = z.number();
const instant = z.iso.datetime();
const platform = z.string().describe('The ad platform, such as google_ads, or as a file calls it.');
const account = z
  .string()
  .nullable()
  .describe('The account, as the platform numbers it; null for a file, and where none is given.');
const spent = {
  ad_spend: amount.nullable().describe('What ads cost, in major units; null where a rate is missing.'),
  ad_impressions: z.int().describe('How often ads were shown.'),
  ad_clicks: z.int().describe('How often ads were clicked.'),
};
const ratios = {
  cost_per_click: amount.nullable().describe('ad_spend / ad_clicks.'),
  cost_per_conversion: amount.nullable().describe('ad_spend / conversions.'),
  roas: amount.nullable().describe('Return on ad spend: revenue / ad_spend; null unless that is above 0.'),
};
const last_good_day = z.iso
  .date()
  .nullable()
  .describe('The last day that was read after it was over; null where there is none.');
const read_at = instant.nullable().describe('When it was read last with success; null where it never was.');

/** Where spend comes from: an account of a platform, or the files of a project for one. */
export const ListedSpendSource = z
  .object({
    platform,
    account,
    integration: z.string().nullable().describe('Through which it is read, int_…; null for a file.'),
    current: z.boolean().describe('False of an account that its integration has left for another.'),
    timezone: z.string().nullable().describe('The IANA zone of its days; null where it is not known.'),
    timezone_mismatch: z.boolean().describe('Whether its days are not those of the project.'),
    currencies: z.array(z.string()).describe('The ISO 4217 codes of its amounts.'),
    last_good_day,
    read_at,
    problem: z
      .object({ code: z.string(), message: z.string(), at: instant })
      .nullable()
      .describe('Why the last attempt to read it failed; null after a success.'),
  })
  .describe('Where spend comes from.');
export type ListedSpendSource = z.infer<typeof ListedSpendSource>;

const Incomplete = z.object({
  platform,
  account,
  reason: z
    .enum(['integration_error', 'not_read'])
    .describe('Whether it could not be read, or was not asked.'),
  days: z.int().describe('How many days of the range are missing.'),
  first_day: z.iso.date().describe('The first of them.'),
  last_day: z.iso.date().describe('The last of them.'),
  last_good_day,
  read_at,
  message: z.string().describe('The same for people, with what to do.'),
});

const Campaign = z.object({
  platform,
  campaign_id: z.string().describe('As the platform numbers it.'),
  campaign: z.string().describe('Its name on the last of these days.'),
  ...spent,
  matched: z.boolean().describe('Whether visits or conversions of it were found.'),
  sessions: z.int().nullable().describe('Sessions of its visits; null where it is not matched.'),
  conversions: z.int().nullable().describe('Conversions credited to them; null where it is not matched.'),
  revenue: amount.nullable().describe('Their revenue; null where it is not matched.'),
  ...ratios,
});

const sources = {
  accounts: z
    .array(ListedSpendSource)
    .describe('Where spend comes from, by platform; also integrations that were never read.'),
  last_synced_at: instant.nullable().describe('When any of it was read last; null before the first time.'),
};

/** Answer to `GET /v1/analytics/spend`. */
export const SpendResponse = z.object({
  data: z.discriminatedUnion('available', [
    z.object({
      available: z.literal(false).describe('Nothing can be told of what ads cost.'),
      reason: z.string().describe('Why, for programs.'),
      message: z.string().describe('Why, and what to do about it, for people.'),
      ...sources,
    }),
    z.object({
      available: z.literal(true).describe('Something is known of what ads cost.'),
      reason: z.string().optional().describe('Why amounts are null, for programs. Absent where none is.'),
      message: z.string().optional().describe('The same for people.'),
      currency: z.string().describe('The ISO 4217 code of all amounts but those of by_currency.'),
      timezone_mismatch: z.boolean().describe('Whether days of an account are not those of the project.'),
      totals: z
        .object({ ...spent, conversions: z.int(), revenue: amount, ...ratios })
        .describe('Of the whole range, beside all conversions of the project.'),
      by_currency: z.array(SpendOfCurrency).describe('What was paid in each currency, as it was received.'),
      by_platform: z
        .array(z.object({ platform, ...spent, conversions: z.int(), revenue: amount, ...ratios }))
        .describe('By ad platform, beside the conversions of its clicks and campaigns.'),
      by_campaign: z
        .array(Campaign)
        .describe(
          'By campaign, beside what its visits brought: those of the page, if it is asked for in pages.',
        ),
      unmatched: z
        .array(Campaign.pick({ platform: true, campaign_id: true, campaign: true, ad_spend: true }))
        .describe('The campaigns of by_campaign of which neither visits nor conversions were found.'),
      by_day: z
        .array(
          z.object({
            date: z.iso.date(),
            ad_spend: amount.nullable(),
            ad_impressions: z.int().nullable(),
            ad_clicks: z.int().nullable(),
            provisional: z
              .literal(true)
              .optional()
              .describe('True where the day was read before it was over, else absent.'),
          }),
        )
        .describe('Every day of the range that has begun; null where nothing was read.'),
      incomplete: z.array(Incomplete).describe('The accounts of which days are missing.'),
      spend_warnings: SpendNotes.shape.spend_warnings,
      ...sources,
    }),
  ]),
  meta: Meta.extend(PartPaging.partial().shape).describe('Rows are campaigns.'),
});
export type SpendResponse = z.infer<typeof SpendResponse>;
