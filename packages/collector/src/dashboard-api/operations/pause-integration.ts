import { IntegrationChangedResponse, IntegrationParams, NoFieldsBody } from '@cvq/contract';
import { integrationJson } from '../../integrations/integration-json.ts';
import { pauseIntegration as pause } from '../../integrations/switch-integration.ts';
import { integrationRules } from '../integration-rules.ts';
import { defineDashboardOperation } from '../operation.ts';

export const pauseIntegration = defineDashboardOperation({
  name: 'pause_integration',
  tag: 'Integrations',
  method: 'POST',
  path: '/projects/{project}/integrations/{platform}/pause',
  summary: 'Stop sending conversions',
  description: 'They wait.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: IntegrationParams,
  body: NoFieldsBody,
  response: IntegrationChangedResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    const integration = await pause(integrationRules(by, deps), args);
    return { data: { integration: integrationJson(integration), due: 0, mapping_problems: [] } };
  },
});
