import { RemoveSpendResponse, SpendFilesParams } from '@cvq/contract';
import { removeSpend as remove } from '../../spend/remove-spend.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const removeSpend = defineDashboardOperation({
  name: 'remove_spend',
  tag: 'Integrations',
  method: 'DELETE',
  path: '/projects/{project}/spend/{platform}',
  summary: 'Forget what files said of a platform',
  description: 'What the platform itself told stays.',
  who: 'signed_in',
  atLeast: 'admin',
  stepUp: false,
  params: SpendFilesParams,
  response: RemoveSpendResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    return { data: { removed: await remove(asSignedIn(by, deps), args) } };
  },
});
