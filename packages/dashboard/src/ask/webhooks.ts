import type {
  CreateWebhookResponse,
  ListWebhookDeliveriesResponse,
  ListWebhooksResponse,
  RedeliverFailedWebhooksResponse,
  RedeliverWebhookResponse,
  RotateWebhookSecretResponse,
  TestWebhookResponse,
  WebhookDeliveryResponse,
  WebhookTestType,
} from '@cvq/contract';
import { page, project, state } from '../address/location.ts';
import { askAnew } from './ask-anew.ts';
import { remove } from './remove.ts';
import { tell } from './tell.ts';
import { watched } from './watched.ts';

const ofProject = (place: string) => `/projects/${project.value}/${place}`;
const isAsked = () => project.value !== null && page.value === 'webhooks';

/** The endpoints of the project, with how they do. */
export const webhooks = watched<ListWebhooksResponse>(() => (isAsked() ? ofProject('webhooks') : null));

/** A page of the delivery log, narrowed as the address says. */
export const webhookLog = watched<ListWebhookDeliveriesResponse>(() => {
  if (!isAsked()) return null;
  const { endpoint, state: ended, after: cursor } = state.value.list;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ endpoint, state: ended, cursor }))
    if (value !== null) query.set(name, value);
  return ofProject(`webhook-deliveries?${query}`);
});

/** The delivery that is open. */
export const webhookDelivery = watched<WebhookDeliveryResponse>(() => {
  const { open } = state.value;
  return isAsked() && open?.startsWith('del_') ? ofProject(`webhook-deliveries/${open}`) : null;
});

/** Everything on the page. */
export const SHOWN = [webhooks, webhookLog, webhookDelivery] as const;

/** Asks everything on the page once more. */
function lookAgain(): void {
  for (const asked of SHOWN) asked.retry();
}

/** The new endpoint with its secret. @throws NotAnswered */
export async function createWebhook(given: { url: string; events: readonly string[] }) {
  const { data } = await tell<CreateWebhookResponse>(ofProject('webhooks'), given);
  lookAgain();
  return data;
}

/** An endpoint as it is now; undefined where it is not there any more. */
export async function readWebhook(id: string) {
  await askAnew(webhooks);
  return webhooks.answer.peek()?.data.find((endpoint) => endpoint.id === id);
}

/** @throws NotAnswered */
export async function updateWebhook(
  id: string,
  change: { url?: string; events?: readonly string[]; enabled?: boolean },
): Promise<void> {
  await tell(ofProject(`webhooks/${id}`), change, 'PUT');
  lookAgain();
}

/** @throws NotAnswered */
export async function removeWebhook(id: string): Promise<void> {
  await remove(ofProject(`webhooks/${id}`));
  lookAgain();
}

/** The new secret, and when the former one ends. @throws NotAnswered */
export async function rotateWebhookSecret(
  id: string,
  plan: { overlap_hours: number; former_leads: boolean; force: boolean },
) {
  const { data } = await tell<RotateWebhookSecretResponse>(ofProject(`webhooks/${id}/secret`), plan);
  lookAgain();
  return data;
}

/** What the receiver answered. @throws NotAnswered */
export async function testWebhook(id: string, type: WebhookTestType) {
  const { data } = await tell<TestWebhookResponse>(ofProject(`webhooks/${id}/test`), { type });
  lookAgain();
  return data;
}

/** The new delivery. @throws NotAnswered */
export async function redeliverWebhook(id: string) {
  const path = ofProject(`webhook-deliveries/${id}/redeliver`);
  const { data } = await tell<RedeliverWebhookResponse>(path);
  lookAgain();
  return data;
}

/** Of one endpoint, or of the project. @throws NotAnswered */
export async function redeliverFailed(endpoint: string | null) {
  const path = ofProject('webhook-deliveries/redeliver');
  const { data } = await tell<RedeliverFailedWebhooksResponse>(path, endpoint === null ? {} : { endpoint });
  lookAgain();
  return data;
}
