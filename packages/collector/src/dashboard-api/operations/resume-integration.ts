import { IntegrationChangedResponse, IntegrationParams, NoFieldsBody } from '@cvq/contract';
import { integrationJson } from '../../integrations/integration-json.ts';
import { resumeIntegration as resume } from '../../integrations/switch-integration.ts';
import { integrationRules } from '../integration-rules.ts';
import { defineDashboardOperation } from '../operation.ts';

export const resumeIntegration = defineDashboardOperation({
  name: 'resume_integration',
  tag: 'Integrations',
  method: 'POST',
  path: '/projects/{project}/integrations/{platform}/resume',
  summary: 'Send conversions again',
  description: 'What has waited is sent as well, as far as its window lasts.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: IntegrationParams,
  body: NoFieldsBody,
  response: IntegrationChangedResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    const { integration, due } = await resume(integrationRules(by, deps), args);
    return { data: { integration: integrationJson(integration), due, mapping_problems: [] } };
  },
});
