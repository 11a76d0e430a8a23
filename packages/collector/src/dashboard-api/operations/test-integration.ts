import { IntegrationParams, NoFieldsBody, TestIntegrationResponse } from '@cvq/contract';
import { testIntegration as test } from '../../integrations/test-integration.ts';
import { integrationRules } from '../integration-rules.ts';
import { defineDashboardOperation } from '../operation.ts';

export const testIntegration = defineDashboardOperation({
  name: 'test_integration',
  tag: 'Integrations',
  method: 'POST',
  path: '/projects/{project}/integrations/{platform}/test',
  summary: 'Ask an ad platform whether conversions can be sent',
  description: 'In a way that counts nothing there. Nothing is changed.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  params: IntegrationParams,
  body: NoFieldsBody,
  response: TestIntegrationResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    const { result } = await test(integrationRules(by, deps), args);
    return { data: { ok: result.ok, checks: [...result.checks] } };
  },
});
