import { z } from 'zod';

export const MeQuery = z.strictObject({});

/** Answer to `GET /v1/me`: what the credential is, and what it can reach. */
export const MeResponse = z.object({
  data: z.object({
    name: z.string().describe('What the credential is called.'),
    scopes: z.array(z.string()).describe('What it may do.'),
    projects: z
      .array(z.object({ id: z.string(), name: z.string(), domain: z.string() }))
      .describe('What it can reach.'),
  }),
});
export type MeResponse = z.infer<typeof MeResponse>;
