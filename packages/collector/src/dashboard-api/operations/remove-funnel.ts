import { DONE, DoneResponse, SavedFunnelParams } from '@cvq/contract';
import { removeFunnel as remove } from '../../accounts/saved-funnels.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const removeFunnel = defineDashboardOperation({
  name: 'remove_funnel',
  tag: 'Projects',
  method: 'DELETE',
  path: '/projects/{project}/funnels/{funnel}',
  summary: 'Remove a saved funnel',
  description: 'Nobody finds it by its name any more. Nothing that it showed changes.',
  who: 'signed_in',
  atLeast: 'member',
  stepUp: false,
  params: SavedFunnelParams,
  response: DoneResponse,
  errors: ['not_found'],
  async run({ by, args: { funnel: id, project } }, deps) {
    await remove(asSignedIn(by, deps), { id, project });
    return DONE;
  },
});
