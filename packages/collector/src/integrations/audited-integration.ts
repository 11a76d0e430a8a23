import type { Integration } from '@cvq/storage';
import type { AccountDeps } from '../accounts/actor.ts';
import { audited } from '../accounts/audited.ts';

type ChangeOfIntegration<Result> = {
  /** The name of the operation of the dashboard API. */
  readonly action: string;
  /** As it was, or as it is to be where it is connected only now. */
  readonly integration: Integration;
  readonly isNew?: boolean;
  make(): Promise<Result>;
  /** False where all was left as it was. */
  isMade?(): boolean;
  /** As it is after the change; null where it is gone. */
  after(result: Result): Integration | null;
};

/**
 * Makes a change of an integration that the audit log tells of. Of credentials it tells how often they were given, and
 * nothing else.
 */
export async function auditedIntegration<Result>(
  deps: AccountDeps,
  { action, integration, isNew = false, make, isMade = () => true, after }: ChangeOfIntegration<Result>,
): Promise<Result> {
  const project = await deps.control.findProject(integration.project);
  return audited(deps, {
    action,
    account: project?.accountId ?? null,
    project: integration.project,
    subject: integration.id,
    name: integration.platform,
    before: isNew ? null : toldOf(integration),
    make,
    isMade,
    told(result) {
      const now = after(result);
      return { after: now && toldOf(now) };
    },
  });
}

function toldOf({ state, account, loginAccount, spendAccount, actions, send, ...more }: Integration) {
  return {
    state,
    account_id: account,
    login_account_id: loginAccount,
    spend_account_id: spendAccount,
    map: actions,
    send,
    sends_from: new Date(more.sendsFrom).toISOString(),
    credentials_version: more.credentialsVersion,
  };
}
