import { formatConversionId, IntegrationParams, ListBuiltRequestsResponse } from '@cvq/contract';
import { findIntegration } from '../../integrations/find-integration.ts';
import { integrationRules } from '../integration-rules.ts';
import { defineDashboardOperation } from '../operation.ts';

/** As many as somebody looks at. */
const AT_MOST = 20;

export const listBuiltRequests = defineDashboardOperation({
  name: 'list_built_requests',
  tag: 'Integrations',
  method: 'GET',
  path: '/projects/{project}/integrations/{platform}/built-requests',
  summary: 'What a dry run would have sent',
  description: `Of the newest ${AT_MOST} conversions the request that was built last.`,
  who: 'signed_in',
  atLeast: 'viewer',
  stepUp: false,
  params: IntegrationParams,
  response: ListBuiltRequestsResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    const rules = integrationRules(by, deps);
    const { id, project } = await findIntegration(rules, args, 'viewer');
    const built = await rules.deliveries.builtRequests({ project, integration: id }, AT_MOST);
    return {
      data: built.map(({ event, builtAt, request }) => ({
        conversion: formatConversionId(event),
        built_at: new Date(builtAt).toISOString(),
        request: JSON.parse(request) as unknown,
      })),
    };
  },
});
