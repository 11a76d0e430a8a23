import { ListSpendSourcesResponse, ProjectParams } from '@cvq/contract';
import { requireProjectRole } from '../../accounts/require-project-role.ts';
import { spendSourceJson } from '../../spend/spend-source-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const listSpendSources = defineDashboardOperation({
  name: 'list_spend_sources',
  tag: 'Integrations',
  method: 'GET',
  path: '/projects/{project}/spend',
  summary: 'Where the spend of a project comes from',
  description: 'Accounts of ad platforms that are read, and files, each with its first and last day.',
  who: 'signed_in',
  atLeast: 'viewer',
  stepUp: false,
  params: ProjectParams,
  response: ListSpendSourcesResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    const { id } = await requireProjectRole(asSignedIn(by, deps), args.project, 'viewer');
    return { data: (await deps.control.listSpendSources(id)).map(spendSourceJson) };
  },
});
