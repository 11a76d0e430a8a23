import { SpendQuery, SpendResponse } from '@cvq/contract';
import { metaOf } from '../meta.ts';
import { defineProjectOperation } from '../operation.ts';
import { resolveRange } from '../range.ts';

export const getSpend = defineProjectOperation({
  name: 'get_spend',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/spend',
  summary: 'What ads cost',
  description: 'Ad spend of a period, in all, by platform, campaign and day, beside what came of it.',
  scopes: ['spend:read'],
  plan: 'starter',
  writes: false,
  about: 'project',
  query: SpendQuery,
  response: SpendResponse,
  example: 'range=30d',
  async run({ project, query }, { now }) {
    const at = now();
    const range = resolveRange(query, { timezone: project.timezone, now: at });
    return {
      data: {
        available: false as const,
        reason: 'no_ad_platform_integration',
        message: 'No ad platform is connected to this project, so nothing is known of its spend.',
      },
      meta: metaOf({ project, range, bots: query.bots ?? 'excluded', now: at }),
    };
  },
});
