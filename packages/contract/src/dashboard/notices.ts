import { z } from 'zod';

/** Answer to `GET /dashboard-api/v1/notices`: what somebody who runs this collector has to look after. */
export const NoticesResponse = z.object({
  data: z.object({
    failing_webhooks: z.int().describe('Webhook endpoints that have only failed for a day.'),
    lost_integrations: z.int().describe('Integrations with ad platforms that must be connected anew.'),
    blocked_integrations: z
      .int()
      .describe('Integrations that cannot send all conversions until something is set right.'),
  }),
});
export type NoticesResponse = z.infer<typeof NoticesResponse>;
