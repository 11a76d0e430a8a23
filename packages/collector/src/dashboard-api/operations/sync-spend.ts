import { IntegrationParams, NoFieldsBody, SyncSpendResponse } from '@cvq/contract';
import { Refused } from '../../accounts/refused.ts';
import { HOW_TO_MEND_SPEND } from '../../ad-platforms/how-to-mend-spend.ts';
import { findIntegration } from '../../integrations/find-integration.ts';
import { requireOwn } from '../../integrations/require-own.ts';
import { type SpendOutcome, syncSpend as sync } from '../../spend/sync/sync-spend.ts';
import { integrationRules } from '../integration-rules.ts';
import { defineDashboardOperation } from '../operation.ts';

/** What is due of a large account is read within a minute or two; more is left to the collector's own reading. */
const MAX_MS = 120_000;

/** Why an integration is not read, and what to do. */
const NOT_READ = {
  paused: ['The integration is paused.', 'Resume it first.'],
  no_account: ['No ad account is given whose spend is read.', 'Give it first.'],
  stopped: ['The platform took too long.', 'The collector reads it by itself, within hours.'],
  overtaken: ['Another reading of this account has begun since.', 'It is stored in place of this one.'],
} as const;

export const syncSpend = defineDashboardOperation({
  name: 'sync_spend',
  tag: 'Integrations',
  method: 'POST',
  path: '/projects/{project}/integrations/{platform}/spend',
  summary: 'Read what ads cost from an ad platform now',
  description:
    'The days that are due. The collector does so by itself every few hours. Where the platform could not be read, `problem` says why, and what was read before stays.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  params: IntegrationParams,
  body: NoFieldsBody,
  response: SyncSpendResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    const rules = integrationRules(by, deps);
    const integration = await findIntegration(rules, args);
    requireOwn(integration);
    const outcome = await sync(rules, { integration, days: null }, AbortSignal.timeout(MAX_MS));
    return { data: describe(outcome, args) };
  },
});

/** @throws Refused */
function describe(
  outcome: SpendOutcome,
  { platform }: { readonly platform: keyof typeof HOW_TO_MEND_SPEND },
): SyncSpendResponse['data'] {
  if (outcome.kind === 'read') {
    const { days, replaced } = outcome;
    const read = { first_day: days.first, last_day: days.last, stored: replaced.stored };
    return { ...read, removed: replaced.removed, problem: null };
  }
  const nothing = { first_day: null, last_day: null, stored: 0, removed: 0 };
  if (outcome.kind === 'failed') {
    const { code, message } = outcome.failure;
    return { ...nothing, problem: { code, message, fix: HOW_TO_MEND_SPEND[platform][code] ?? null } };
  }
  // `requireOwn` has refused the demo's.
  const [problem, fix] = NOT_READ[outcome.kind === 'demo' ? 'no_account' : outcome.kind];
  throw new Refused('conflict', { field: null, problem, fix });
}
