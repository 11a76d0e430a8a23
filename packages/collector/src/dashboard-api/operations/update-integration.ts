import { IntegrationChangedResponse, IntegrationParams, UpdateIntegrationBody } from '@cvq/contract';
import { changeIntegration } from '../../integrations/change-integration.ts';
import { findIntegration } from '../../integrations/find-integration.ts';
import { readGivenCredentials } from '../../integrations/given-credentials.ts';
import { integrationJson } from '../../integrations/integration-json.ts';
import { problemsOfMapping } from '../../integrations/problems-of-mapping.ts';
import { integrationRules } from '../integration-rules.ts';
import { defineDashboardOperation } from '../operation.ts';

export const updateIntegration = defineDashboardOperation({
  name: 'update_integration',
  tag: 'Integrations',
  method: 'PUT',
  path: '/projects/{project}/integrations/{platform}',
  summary: 'Change an integration, connect it anew, or end its dry run',
  description: 'What was blocked is tried again.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: IntegrationParams,
  body: UpdateIntegrationBody,
  response: IntegrationChangedResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    const rules = integrationRules(by, deps);
    const { credentials: text, consent, answer } = args;
    // Before a code is spent that Microsoft takes once.
    await findIntegration(rules, args);
    const given = text === undefined ? undefined : { credentials: text, consent, answer };
    const { integration, due } = await changeIntegration(rules, args, {
      account: args.account_id,
      loginAccount: orNone(args.login_account_id),
      spendAccount: orNone(args.spend_account_id),
      actions: args.map,
      send: args.send,
      since: args.since,
      isLive: args.live,
      credentials: given && (await readGivenCredentials(rules, args, given)),
    });
    const problems = await problemsOfMapping(rules, integration);
    return { data: { integration: integrationJson(integration), due, mapping_problems: [...problems] } };
  },
});

/** Whoever empties the field takes the account out. */
function orNone(id: string | undefined): string | null | undefined {
  return id?.trim() === '' ? null : id;
}
