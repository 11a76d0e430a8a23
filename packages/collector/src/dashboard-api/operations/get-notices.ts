import { NoticesResponse } from '@cvq/contract';
import { defineDashboardOperation } from '../operation.ts';

export const getNotices = defineDashboardOperation({
  name: 'get_notices',
  tag: 'You',
  method: 'GET',
  path: '/notices',
  summary: 'What somebody has to look after',
  description:
    'How many webhook endpoints and integrations of this collector fail. Which ones the commands tell.',
  who: 'signed_in',
  stepUp: false,
  response: NoticesResponse,
  async run(_, { notices }) {
    return { data: await notices() };
  },
});
