import { AskConsentBody, AskConsentResponse, IntegrationParams } from '@cvq/contract';
import { askConsent as ask } from '../../integrations/given-credentials.ts';
import { integrationRules } from '../integration-rules.ts';
import { defineDashboardOperation } from '../operation.ts';

export const askConsent = defineDashboardOperation({
  name: 'ask_consent',
  tag: 'Integrations',
  method: 'POST',
  path: '/projects/{project}/integrations/{platform}/consent',
  summary: 'Ask for the consent that credentials still need',
  description:
    'Gives the address of Microsoft where somebody gives it. Nothing is stored: connecting takes what this answers, with the address that the browser ended at.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  params: IntegrationParams,
  body: AskConsentBody,
  response: AskConsentResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    return { data: await ask(integrationRules(by, deps), args, args.credentials) };
  },
});
