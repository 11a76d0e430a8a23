import { z } from 'zod';

const day = z.iso.date();

/** Whose networks are known, and since when. */
export const BotNetworks = z.object({
  owners: z
    .array(
      z.object({
        name: z.string(),
        date: day.describe('The day on which its networks were fetched.'),
        networks: z.int().describe('How many there are.'),
      }),
    )
    .describe('Those with the oldest networks first.'),
  outdated_since: day
    .nullable()
    .describe('The day of the oldest that are too old to tell a crawler from one who only says to be one.'),
  refreshes_itself: z.boolean().describe('Whether the collector fetches them once a week.'),
  refreshed_on: day.nullable().describe('The day of the last refresh; null where there was none.'),
});
export type BotNetworks = z.infer<typeof BotNetworks>;

/** Answer to `GET /dashboard-api/v1/bot-networks`. */
export const BotNetworksResponse = z.object({ data: BotNetworks });
export type BotNetworksResponse = z.infer<typeof BotNetworksResponse>;

export const RefreshBotNetworksParams = z.strictObject({ project: z.string().describe('proj_…') });

/** What a refresh brought. */
export const RefreshBotNetworksResponse = z.object({
  data: BotNetworks.extend({
    refreshed: z.array(z.string()).describe('Whose networks are new.'),
    failed: z
      .array(z.object({ name: z.string(), error: z.string() }))
      .describe('Whose networks stayed as they were, and why.'),
  }),
});
export type RefreshBotNetworksResponse = z.infer<typeof RefreshBotNetworksResponse>;
