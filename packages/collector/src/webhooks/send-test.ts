import type { WebhookBody, WebhookTestType } from '@cvq/contract';
import { formatEventId } from '@cvq/contract/event-id';
import type { DeliveryStore, ReceiverAnswer, WebhookEndpoint } from '@cvq/storage';
import { randomBase62 } from '../keys/token.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { isAcknowledged, prepareAttempt, unsent } from './attempt.ts';
import type { WebhookSender } from './send.ts';
import { TEST_EVENTS } from './test-events.ts';
import { WEBHOOK_LEASE_MS } from './webhook-destination.ts';

type TestDeps = {
  readonly deliveries: Pick<DeliveryStore, 'addTest' | 'record'>;
  readonly sealer: Sealer;
  readonly sender: WebhookSender;
  readonly now: () => number;
  /** The domain of the project: the made-up visitor was there. */
  readonly domain: string;
};

export type TestResult = {
  readonly delivery: number;
  readonly durationMs: number;
  readonly answer: ReceiverAnswer;
};

/**
 * Send a made-up event of a type to an endpoint, signed and logged like any other, whatever events it is set for and
 * also when it is disabled. It is one attempt: who sends a test looks at the answer.
 */
export async function sendTest(
  endpoint: WebhookEndpoint,
  type: WebhookTestType,
  { deliveries, sealer, sender, now, domain }: TestDeps,
): Promise<TestResult> {
  const startedAt = now();
  const event = formatEventId({ ms: startedAt, suffix: `test${randomBase62(10)}` });
  const body = Buffer.from(
    JSON.stringify(bodyOf({ event, type, project: endpoint.project, domain, startedAt })),
  );
  const message = { endpoint: endpoint.id, project: endpoint.project, event, type, body };
  const claim = await deliveries.addTest(message, { now: startedAt, until: startedAt + WEBHOOK_LEASE_MS });
  const attempt = prepareAttempt(claim, { endpoint, sealer, now });
  const answer = attempt === null ? unsent() : await sender.send(attempt);
  const durationMs = Math.max(0, now() - startedAt);
  const next = isAcknowledged(answer) ? 'acknowledged' : 'failed';
  await deliveries.record([{ claim, startedAt, durationMs, answer, next }]);
  return { delivery: claim.id, durationMs, answer };
}

type TestBody = { event: string; type: WebhookTestType; project: string; domain: string; startedAt: number };

function bodyOf({ event, type, project, domain, startedAt }: TestBody): WebhookBody {
  return {
    id: event,
    type,
    timestamp: new Date(startedAt).toISOString(),
    project_id: project,
    data: {
      session_id: 'test_session',
      user_id: 'test_user',
      page_url: `https://${domain}/`,
      properties: { ...TEST_EVENTS[type], test: true },
      attribution: { source: 'google', medium: 'cpc', campaign: 'test', gclid: 'test_gclid' },
    },
  };
}
