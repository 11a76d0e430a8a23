import type { Integration } from '@cvq/storage';
import type { ListedIntegration } from './list-integrations.ts';

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

/** The same with what waits at it. */
export function listedIntegrationJson({ integration, blocked, throttle }: ListedIntegration) {
  return {
    ...integrationJson(integration),
    blocked: blocked.map(({ reason, deliveries, message }) => ({ reason, deliveries, message })),
    throttled: throttle && {
      since: new Date(throttle.since).toISOString(),
      until: new Date(throttle.until).toISOString(),
      code: throttle.code,
    },
  };
}
