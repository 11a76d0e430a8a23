import { ListIntegrationsResponse, ProjectParams } from '@cvq/contract';
import { findProject } from '../../accounts/look-up.ts';
import { listIntegrations as list } from '../../integrations/list-integrations.ts';
import { integrationRules } from '../integration-rules.ts';
import { defineDashboardOperation } from '../operation.ts';
import { countToday, shownIntegration } from '../shown-integration.ts';

export const listIntegrations = defineDashboardOperation({
  name: 'list_integrations',
  tag: 'Integrations',
  method: 'GET',
  path: '/projects/{project}/integrations',
  summary: 'The ad platforms that a project is connected with',
  description: 'What is set for each, what waits at it, and what became of the conversions of today.',
  who: 'signed_in',
  atLeast: 'viewer',
  stepUp: false,
  params: ProjectParams,
  response: ListIntegrationsResponse,
  errors: ['not_found'],
  async run({ by, args: { project } }, deps) {
    const rules = integrationRules(by, deps);
    const listed = await list(rules, { project });
    const counts = listed.length === 0 ? [] : await countToday(rules, await findProject(rules, project));
    return { data: listed.map((each) => shownIntegration(each, counts)) };
  },
});
