import { ListGrantsResponse } from '@cvq/contract';
import { describeGrant } from '../../grants/describe-grant.ts';
import { defineDashboardOperation } from '../operation.ts';

export const listGrants = defineDashboardOperation({
  name: 'list_grants',
  tag: 'Applications',
  method: 'GET',
  path: '/grants',
  summary: 'Applications that the person let in',
  description: 'Each with what it may do and when it was used last, the newest first.',
  who: 'person',
  stepUp: false,
  response: ListGrantsResponse,
  async run({ by }, { control, now }) {
    const grants = await control.listGrants({ userId: by.user.id, now: now() });
    return { data: await Promise.all(grants.map((grant) => describeGrant(grant, control))) };
  },
});
