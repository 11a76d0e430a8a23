import { ConnectIntegrationBody, IntegrationChangedResponse, IntegrationParams } from '@cvq/contract';
import { connectIntegration as connect, requireNone } from '../../integrations/connect-integration.ts';
import { readGivenCredentials } from '../../integrations/given-credentials.ts';
import { integrationJson } from '../../integrations/integration-json.ts';
import { problemsOfMapping } from '../../integrations/problems-of-mapping.ts';
import { integrationRules } from '../integration-rules.ts';
import { defineDashboardOperation } from '../operation.ts';

export const connectIntegration = defineDashboardOperation({
  name: 'connect_integration',
  tag: 'Integrations',
  method: 'POST',
  path: '/projects/{project}/integrations/{platform}',
  summary: 'Connect a project with an ad platform',
  description: 'Its conversions are sent from now on, or, in a dry run, built and not sent.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: IntegrationParams,
  body: ConnectIntegrationBody,
  response: IntegrationChangedResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    const rules = integrationRules(by, deps);
    await requireNone(rules, args);
    const { integration, owed } = await connect(rules, {
      ...args,
      account: args.account_id,
      loginAccount: args.login_account_id,
      spendAccount: args.spend_account_id,
      actions: args.map,
      isDryRun: args.dry_run,
      credentials: await readGivenCredentials(rules, args, args),
    });
    const problems = await problemsOfMapping(rules, integration);
    return {
      data: { integration: integrationJson(integration), due: owed, mapping_problems: [...problems] },
    };
  },
});
