import { NoticesResponse, type Trouble } from '@cvq/contract';
import { defineDashboardOperation } from '../operation.ts';
import { subjectOf } from '../session/signed-in.ts';

export const getNotices = defineDashboardOperation({
  name: 'get_notices',
  tag: 'You',
  method: 'GET',
  path: '/notices',
  summary: 'What somebody has to look after',
  description: 'Webhook endpoints and integrations that fail, in the projects that whoever asks can reach.',
  who: 'signed_in',
  stepUp: false,
  response: NoticesResponse,
  async run({ by }, { control, notices }) {
    const { failingWebhooks, lostIntegrations, blockedIntegrations } = await notices();
    const reach = await control.reach(subjectOf(by));
    const within = (failing: readonly string[]): Trouble[] =>
      reach
        .map(({ id: project, domain }) => ({
          project,
          domain,
          count: failing.filter((id) => id === project).length,
        }))
        .filter(({ count }) => count > 0);
    return {
      data: {
        failing_webhooks: within(failingWebhooks),
        lost_integrations: within(lostIntegrations),
        blocked_integrations: within(blockedIntegrations),
      },
    };
  },
});
