import { z } from 'zod';
import { ROLES } from '../roles.ts';

export const MeQuery = z.strictObject({});

/** Answer to `GET /v1/me`: what the credential is, and what it can reach. */
export const MeResponse = z.object({
  data: z.object({
    name: z.string().describe('What the credential is called.'),
    scopes: z.array(z.string()).describe('What it may do.'),
    projects: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          domain: z.string(),
          role: z
            .enum(ROLES)
            .nullable()
            .describe(
              'Of the person whose application asks: as a viewer it changes nothing. Null for a key.',
            ),
        }),
      )
      .describe('What it can reach.'),
  }),
});
export type MeResponse = z.infer<typeof MeResponse>;
