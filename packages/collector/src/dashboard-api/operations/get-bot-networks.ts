import { BotNetworksResponse } from '@cvq/contract';
import { defineDashboardOperation } from '../operation.ts';

export const getBotNetworks = defineDashboardOperation({
  name: 'get_bot_networks',
  tag: 'Bots',
  method: 'GET',
  path: '/bot-networks',
  summary: 'How old the networks of crawlers are',
  description: 'By these a crawler is told from one who only says to be one.',
  who: 'signed_in',
  stepUp: false,
  response: BotNetworksResponse,
  run: async (_, { networks }) => ({ data: networks.age() }),
});
