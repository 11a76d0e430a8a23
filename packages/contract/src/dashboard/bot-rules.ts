import { z } from 'zod';
import { RangeQuery } from '../read/range-query.ts';

export const ListBotRulesQuery = RangeQuery.pick({ project: true });

const kind = z.enum(['user_agent_contains', 'ip_range']);
const value = z.string().describe('Part of a user agent, or a network such as 192.0.2.0/24.');

/** What a rule matches of the last days; null for a network, since addresses are kept nowhere. */
const matched = z
  .object({
    requests: z.int().describe('Requests whose user agent it matches.'),
    people_requests: z.int().describe('Those of them that count as of people.'),
    people: z.int().describe('Who made these.'),
    buyers: z.int().describe('Those of them who converted.'),
  })
  .nullable();

const days = z.int().describe('How many days back requests are looked at.');

/** A rule of the project, and what it matched lately. */
export const MatchedBotRule = z.object({ kind, value, matched });
export type MatchedBotRule = z.infer<typeof MatchedBotRule>;

/** Answer to `GET /dashboard-api/v1/bot-rules`. */
export const ListBotRulesResponse = z.object({ data: z.array(MatchedBotRule), meta: z.object({ days }) });
export type ListBotRulesResponse = z.infer<typeof ListBotRulesResponse>;

export const PreviewBotRuleQuery = z.strictObject({
  ...RangeQuery.pick({ project: true }).shape,
  kind,
  value: z.string().max(1000).describe('Part of a user agent, or a network such as 192.0.2.0/24.'),
});

/** Answer to `GET /dashboard-api/v1/bot-rules/preview`: what a rule would have matched. */
export const PreviewBotRuleResponse = z.object({
  data: z.object({
    matched,
    requests: z.int().describe('How many requests were looked at.'),
    addresses: z.string().nullable().describe('How many addresses a network holds, as digits.'),
    examples: z
      .array(z.object({ user_agent: z.string(), requests: z.int(), people_requests: z.int() }))
      .describe('User agents that it matches, ten at most: those first that most people have.'),
    warnings: z.array(z.string()).describe('Why it would take people for bots: it has to be forced then.'),
  }),
  meta: z.object({ days }),
});
export type PreviewBotRuleResponse = z.infer<typeof PreviewBotRuleResponse>;

export const BotRulesParams = z.strictObject({ project: z.string().describe('proj_…') });

const values = z.array(z.string().max(1000)).max(200).optional();

export const BotRulesBody = z.strictObject({
  user_agent_contains: values.describe('Parts of user agents.'),
  ip_range: values.describe('Addresses, and networks such as 192.0.2.0/24.'),
});
export const AddBotRulesBody = BotRulesBody.extend({
  force: z.boolean().optional().describe('Also what matches browsers of people.'),
});
