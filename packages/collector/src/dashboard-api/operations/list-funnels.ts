import { ListSavedFunnelsResponse, SaveFunnelParams } from '@cvq/contract';
import { listFunnels as list } from '../../accounts/saved-funnels.ts';
import { defineDashboardOperation } from '../operation.ts';
import { savedFunnelJson } from '../saved-funnel-json.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const listFunnels = defineDashboardOperation({
  name: 'list_funnels',
  tag: 'Projects',
  method: 'GET',
  path: '/projects/{project}/funnels',
  summary: 'Funnels that were saved',
  description: 'By name, with their steps.',
  who: 'signed_in',
  atLeast: 'viewer',
  stepUp: false,
  params: SaveFunnelParams,
  response: ListSavedFunnelsResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    return { data: (await list(asSignedIn(by, deps), args.project)).map(savedFunnelJson) };
  },
});
