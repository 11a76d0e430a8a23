import { SEND_CHOICES } from '@cvq/contract';
import type { Integration, IntegrationChange } from '@cvq/storage';
import { parseChoice } from '../accounts/fields.ts';
import { Refused } from '../accounts/refused.ts';
import type { Credentials } from '../ad-platforms/adapter.ts';
import { sealCredentials } from '../ad-platforms/sealed-credentials.ts';
import { parseAccountIds } from './account-ids.ts';
import { parseActions } from './actions.ts';
import { auditedIntegration } from './audited-integration.ts';
import { requireUsable } from './credentials.ts';
import { oweEarlier, readSince } from './earlier-conversions.ts';
import { findIntegration } from './find-integration.ts';
import type { IntegrationDeps, IntegrationName } from './integration-deps.ts';
import { requireOwn } from './require-own.ts';

/** The new state of an integration; what is left out does not change. */
export type NewState = {
  readonly account?: string | undefined;
  /** Null takes it out. */
  readonly loginAccount?: string | null | undefined;
  /** Null takes it out. */
  readonly spendAccount?: string | null | undefined;
  /** In the place of the whole mapping. */
  readonly actions?: Readonly<Record<string, string>> | undefined;
  readonly send?: string | undefined;
  readonly credentials?: Credentials | undefined;
  /** End a dry run: conversions that are received from now on are sent. */
  readonly isLive?: boolean | undefined;
  /** A date of the project: what was received from then on is sent as well. */
  readonly since?: string | undefined;
};

/** An integration as it is now, and how many of its deliveries are sent now. */
export type ChangedIntegration = { readonly integration: Integration; readonly due: number };

/**
 * Change an integration. What was blocked by the way it was is tried again. An integration that had to be connected anew
 * sends again with new credentials.
 * @throws Refused
 */
export async function changeIntegration(
  deps: IntegrationDeps,
  name: IntegrationName,
  given: NewState,
): Promise<ChangedIntegration> {
  const before = await findIntegration(deps, name);
  requireOwn(before);
  const change = changeOf(deps, before, given);
  const since = await sinceOf(deps, before, given);
  if (Object.keys(change).length === 0 && since === null)
    throw new Refused('nothing_to_change', {
      field: null,
      problem: 'Nothing to change.',
      fix: 'Give accounts, a mapping, a choice of what is sent, credentials, the end of a dry run, or a date.',
    });
  return auditedIntegration(deps, {
    action: 'update_integration',
    integration: before,
    make: () => makeChange(deps, before, { change, since, isLive: given.isLive === true }),
    after: ({ integration }) => integration,
  });
}

type CheckedChange = {
  readonly change: IntegrationChange;
  readonly since: number | null;
  readonly isLive: boolean;
};

async function makeChange(
  deps: IntegrationDeps,
  before: Integration,
  { change, since, isLive }: CheckedChange,
): Promise<ChangedIntegration> {
  // Until the state has changed nothing is sent, and what comes meanwhile has come since.
  if (isLive) await deps.deliveries.endDryRun(before.id, deps.now());
  await deps.control.changeIntegration(before.id, change);
  if (since !== null) await oweEarlier(deps, await findIntegration(deps, before), since);
  const due = await deps.deliveries.resume(before.id, deps.now());
  const integration = await findIntegration(deps, before);
  return { integration, due: integration.state === 'active' ? due : 0 };
}

function changeOf(deps: IntegrationDeps, before: Integration, given: NewState): IntegrationChange {
  const { platform } = before;
  const { account, loginAccount, spendAccount, actions, send, credentials, isLive } = given;
  if (credentials !== undefined) requireUsable(credentials, deps.adapters[platform]);
  const isReconnected = credentials !== undefined && before.state === 'reconnect_required';
  return {
    ...([account, loginAccount, spendAccount].some((each) => each !== undefined) &&
      parseAccountIds(platform, {
        account: account ?? before.account,
        loginAccount: loginAccount === undefined ? before.loginAccount : loginAccount,
        spendAccount: spendAccount === undefined ? before.spendAccount : spendAccount,
      })),
    ...(actions !== undefined && { actions: parseActions(platform, actions) }),
    ...(send !== undefined && { send: parseChoice('send', send, SEND_CHOICES) }),
    ...(credentials !== undefined && { credentials: sealCredentials(deps.sealer, credentials) }),
    ...(isReconnected && { state: 'active' as const, problem: null }),
    ...(isLive && endOfDryRun(before, deps.now())),
  };
}

function endOfDryRun({ state, platform }: Integration, now: number): IntegrationChange {
  if (state === 'dry_run') return { state: 'active', sendsFrom: now };
  throw new Refused('conflict', {
    field: 'live',
    problem: `The integration with ${platform} is no dry run: its state is ${state}.`,
    fix: state === 'active' ? 'It sends already.' : 'Resume it.',
  });
}

async function sinceOf(
  deps: IntegrationDeps,
  { project: id, platform }: Integration,
  { since }: NewState,
): Promise<number | null> {
  if (since === undefined) return null;
  const project = await deps.control.findProject(id);
  return project === null ? null : readSince(deps, { project, platform }, since);
}
