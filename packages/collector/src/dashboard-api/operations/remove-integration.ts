import { IntegrationParams, RemoveIntegrationResponse } from '@cvq/contract';
import { removeIntegration as remove } from '../../integrations/switch-integration.ts';
import { integrationRules } from '../integration-rules.ts';
import { defineDashboardOperation } from '../operation.ts';

export const removeIntegration = defineDashboardOperation({
  name: 'remove_integration',
  tag: 'Integrations',
  method: 'DELETE',
  path: '/projects/{project}/integrations/{platform}',
  summary: 'Remove an integration and its credentials',
  description: 'What waits is not sent. What the platform has, it keeps.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: IntegrationParams,
  response: RemoveIntegrationResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    const { integration, cancelled } = await remove(integrationRules(by, deps), args);
    return { data: { id: integration.id, cancelled } };
  },
});
