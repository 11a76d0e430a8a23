import { SpendQuery, SpendResponse } from '@cvq/contract';
import { definePeriodOperation } from '../operation.ts';

export const getSpend = definePeriodOperation({
  name: 'get_spend',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/spend',
  summary: 'What ads cost',
  description: 'Ad spend of a period, in all, by platform, campaign and day, beside what came of it.',
  scopes: ['spend:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: SpendQuery,
  response: SpendResponse,
  example: 'range=30d',
  async run({ meta }) {
    return {
      data: {
        available: false as const,
        reason: 'no_ad_platform_integration',
        message: 'No ad platform is connected to this project, so nothing is known of its spend.',
      },
      meta,
    };
  },
});
