import { CountEarlierQuery, CountEarlierResponse, IntegrationParams } from '@cvq/contract';
import { countEarlier as count } from '../../integrations/earlier-conversions.ts';
import { integrationRules } from '../integration-rules.ts';
import { defineDashboardOperation } from '../operation.ts';

export const countEarlier = defineDashboardOperation({
  name: 'count_earlier',
  tag: 'Integrations',
  method: 'GET',
  path: '/projects/{project}/integrations/{platform}/earlier',
  summary: 'How many conversions from before would be sent',
  description: 'Of those that were received since a date: to be shown before somebody has them sent.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  query: CountEarlierQuery,
  params: IntegrationParams,
  response: CountEarlierResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    const { since, count: found, taken } = await count(integrationRules(by, deps), args, args);
    return { data: { since: new Date(since).toISOString(), count: found, taken } };
  },
});
