import { NoFieldsBody, RefreshBotNetworksParams, RefreshBotNetworksResponse } from '@cvq/contract';
import { refreshBotNetworks as refresh } from '../../accounts/refresh-bot-networks.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const refreshBotNetworks = defineDashboardOperation({
  name: 'refresh_bot_networks',
  tag: 'Bots',
  method: 'POST',
  path: '/projects/{project}/bot-networks/refresh',
  summary: 'Fetch the networks of crawlers now',
  description:
    'From the operators of crawlers and clouds, for every project of the collector. What cannot be fetched stays as it was.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  params: RefreshBotNetworksParams,
  body: NoFieldsBody,
  response: RefreshBotNetworksResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args: { project } }, deps) {
    const { networks } = deps;
    const { refreshed, failed } = await refresh(asPerson(by, deps), project, () => networks.run());
    return { data: { ...networks.age(), refreshed: [...refreshed], failed: [...failed] } };
  },
});
