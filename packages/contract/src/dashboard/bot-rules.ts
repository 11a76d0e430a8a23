import { z } from 'zod';
import { RangeQuery } from '../read/common.ts';

export const ListBotRulesQuery = RangeQuery.pick({ project: true });

/** A rule of the project, and what it matched lately; null for a network, since addresses are kept nowhere. */
export const MatchedBotRule = z.object({
  kind: z.enum(['user_agent_contains', 'ip_range']),
  value: z.string().describe('Part of a user agent, or a network such as 192.0.2.0/24.'),
  matched: z
    .object({
      requests: z.int().describe('Requests whose user agent it matches.'),
      people_requests: z.int().describe('Those of them that count as of people.'),
      people: z.int().describe('Who made these.'),
      buyers: z.int().describe('Those of them who converted.'),
    })
    .nullable(),
});
export type MatchedBotRule = z.infer<typeof MatchedBotRule>;

/** Answer to `GET /dashboard-api/v1/bot-rules`. */
export const ListBotRulesResponse = z.object({
  data: z.array(MatchedBotRule),
  meta: z.object({ days: z.int().describe('How many days back requests are looked at.') }),
});
export type ListBotRulesResponse = z.infer<typeof ListBotRulesResponse>;
