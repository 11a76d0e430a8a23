import { z } from 'zod';

export const SessionParams = z.strictObject({ session: z.string().describe('ses_…') });

/** Answer to `GET /dashboard-api/v1/sessions`: where the person is signed in. */
export const ListSessionsResponse = z.object({
  data: z.array(
    z.object({
      id: z.string().describe('ses_…'),
      is_current: z.boolean().describe('Whether it is the one that asks.'),
      created_at: z.iso.datetime().describe('When it was signed in.'),
      last_seen_at: z.iso.datetime().describe('When it was used last, to a few minutes.'),
      network: z.string().nullable().describe('The network that signed in, such as 203.0.113.0.'),
      browser: z.string().nullable().describe('Browser and system, such as Firefox on Linux.'),
    }),
  ),
});
export type ListSessionsResponse = z.infer<typeof ListSessionsResponse>;
