import { FUNNEL_WINDOW_DAYS, SavedFunnelResponse, SaveFunnelBody, SaveFunnelParams } from '@cvq/contract';
import { saveFunnel as save } from '../../accounts/saved-funnels.ts';
import { defineDashboardOperation } from '../operation.ts';
import { savedFunnelJson } from '../saved-funnel-json.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const saveFunnel = defineDashboardOperation({
  name: 'save_funnel',
  tag: 'Projects',
  method: 'POST',
  path: '/projects/{project}/funnels',
  summary: 'Save the steps of a funnel under a name',
  description:
    'Everybody who can see the project finds it by this name. One of the same name gets these steps.',
  who: 'signed_in',
  atLeast: 'member',
  stepUp: false,
  params: SaveFunnelParams,
  body: SaveFunnelBody,
  response: SavedFunnelResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args: { event_types: steps, scope = 'visitor', window_days, ...args } }, deps) {
    const windowDays = window_days ?? FUNNEL_WINDOW_DAYS.default;
    return { data: savedFunnelJson(await save(asSignedIn(by, deps), { ...args, steps, scope, windowDays })) };
  },
});
