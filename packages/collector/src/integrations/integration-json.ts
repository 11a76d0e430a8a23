import type { Integration } from '@cvq/storage';

/** An integration as commands and the dashboard tell it: never with its credentials. */
export function integrationJson(integration: Integration) {
  const { id, project, platform, state, account, loginAccount, spendAccount, actions, send, problem } =
    integration;
  return {
    id,
    project,
    platform,
    state,
    account,
    login_account: loginAccount,
    spend_account: spendAccount,
    actions,
    send,
    sends_from: new Date(integration.sendsFrom).toISOString(),
    problem: problem && { ...problem, at: new Date(problem.at).toISOString() },
    created_at: new Date(integration.createdAt).toISOString(),
  };
}
