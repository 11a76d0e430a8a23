import { z } from 'zod';

/** Where there is something to look after. */
const Trouble = z.object({
  project: z.string().describe('proj_…'),
  domain: z.string(),
  count: z.int().positive().describe('How many of them the project has.'),
});
const troubles = (what: string) => z.array(Trouble).describe(`By project: ${what}`);

/** Answer to `GET /dashboard-api/v1/notices`: what somebody has to look after, in the projects that they see. */
export const NoticesResponse = z.object({
  data: z.object({
    failing_webhooks: troubles('webhook endpoints that have only failed for a day.'),
    lost_integrations: troubles('integrations with ad platforms that must be connected anew.'),
    blocked_integrations: troubles(
      'integrations that cannot send all conversions until something is set right.',
    ),
  }),
});
export type NoticesResponse = z.infer<typeof NoticesResponse>;
export type Trouble = z.infer<typeof Trouble>;
