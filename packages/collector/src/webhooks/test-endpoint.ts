import { formatDeliveryId, type WebhookTestType } from '@cvq/contract';
import { audited } from '../accounts/audited.ts';
import { isAcknowledged } from './attempt.ts';
import { findEndpoint } from './find-endpoint.ts';
import { sendTest, type TestResult } from './send-test.ts';
import type { WebhookDeps } from './webhook-means.ts';

/** The domain of a test of a project that was deleted. */
const NO_DOMAIN = 'shop.example';

/**
 * Send a made-up event of a type to an endpoint, and wait for its answer. Admins of the project may: what a receiver
 * does with an event that never happened is for somebody to answer for.
 * @throws Refused
 */
export async function testEndpoint(
  deps: WebhookDeps & { readonly project?: string },
  id: string,
  type: WebhookTestType,
): Promise<TestResult & { readonly acknowledged: boolean }> {
  const { endpoint, account } = await findEndpoint(deps, id, 'admin');
  const domain = (await deps.control.findProject(endpoint.project))?.domain ?? NO_DOMAIN;
  const result = await audited(deps, {
    action: 'test_webhook',
    account,
    project: endpoint.project,
    subject: id,
    name: new URL(endpoint.url).host,
    make: () => sendTest(endpoint, type, { ...deps, domain }),
    told: ({ delivery, answer: { status } }) => ({
      after: { type, delivery: formatDeliveryId(delivery), response_status: status },
    }),
  });
  return { ...result, acknowledged: isAcknowledged(result.answer) };
}
