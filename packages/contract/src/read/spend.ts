import { z } from 'zod';
import { AD_PLATFORMS } from '../ad-platforms.ts';
import { Meta, RangeQuery } from './common.ts';

/** Platforms tell of spend by campaign and day: there is nothing of it that a filter could see. */
export const SpendQuery = RangeQuery.omit({ filter: true });

const amount = z.number();
const Spent = z.object({
  ad_spend: amount.describe('What ads cost, in major units.'),
  ad_impressions: z.int().describe('How often ads were shown.'),
  ad_clicks: z.int().describe('How often ads were clicked.'),
});
const platform = z.enum(AD_PLATFORMS).describe('The ad platform.');

/** Answer to `GET /v1/analytics/spend`. */
export const SpendResponse = z.object({
  data: z.discriminatedUnion('available', [
    z.object({
      available: z.literal(false).describe('No ad platform reports spend.'),
      reason: z.string().describe('Why, for programs.'),
      message: z.string().describe('Why, and what to do about it, for people.'),
    }),
    z.object({
      available: z.literal(true).describe('An ad platform reports spend.'),
      currency: z.string().describe('The ISO 4217 code of the amounts.'),
      totals: z
        .object({
          ...Spent.shape,
          conversions: z.int(),
          revenue: amount,
          cost_per_click: amount.nullable(),
          cost_per_conversion: amount.nullable(),
          roas: amount.nullable(),
        })
        .describe('Of the whole range.'),
      by_platform: z.array(z.object({ platform, ...Spent.shape })).describe('By ad platform.'),
      by_campaign: z
        .array(z.object({ platform, campaign_id: z.string(), campaign: z.string(), ...Spent.shape }))
        .describe('By campaign.'),
      by_day: z.array(z.object({ date: z.iso.date(), ...Spent.shape })).describe('By day.'),
      last_synced_at: z.iso.datetime().nullable().describe('When the platforms were asked last.'),
    }),
  ]),
  meta: Meta.omit({ currency_warnings: true }),
});
export type SpendResponse = z.infer<typeof SpendResponse>;
