import type { ControlStore, DeliveryStore, WebhookEndpoint, WebhookEndpointChange } from '@cvq/storage';
import { randomBase62 } from '../keys/base62.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { AddressGuard, ReceiverPolicy } from './address-guard.ts';
import { BadEndpoint } from './bad-endpoint.ts';
import { parseEndpointEvents } from './endpoint-events.ts';
import { createWebhookSecret } from './endpoint-secrets.ts';
import { checkResolution, parseReceiverUrl } from './receiver-url.ts';

export type EditorDeps = {
  readonly control: ControlStore;
  readonly deliveries: Pick<DeliveryStore, 'cancel'>;
  readonly sealer: Sealer;
  readonly guard: AddressGuard;
  readonly policy: ReceiverPolicy;
  readonly now: () => number;
};

/** How long both secrets of a rotation sign, and which of them `X-Service-Signature` carries meanwhile. */
export type RotationPlan = {
  readonly overlapMs: number;
  readonly formerLeads: boolean;
  /** Also while an earlier rotation lasts: its former secret ends at once. */
  readonly force?: boolean;
};

/** Each event of a project costs a row per endpoint, so there is a bound. */
const MAX_PER_PROJECT = 50;

/** What people do with endpoints, from any surface. All throw BadEndpoint for what cannot be kept. */
export function endpointEditor({ control, deliveries, sealer, guard, policy, now }: EditorDeps) {
  async function receiver(text: string): Promise<string> {
    const url = parseReceiverUrl(text, policy, guard);
    await checkResolution(url, guard);
    return url.href;
  }

  const find = (id: string): Promise<WebhookEndpoint | null> => control.findWebhook(id);

  return {
    find,

    /** A new endpoint and its secret, which is told this once. */
    async create(given: { project: string; url: string; events: readonly string[] }) {
      const events = parseEndpointEvents(given.events);
      const url = await receiver(given.url);
      if ((await control.countWebhooks(given.project)) >= MAX_PER_PROJECT)
        throw new BadEndpoint('project', `has ${MAX_PER_PROJECT} endpoints, the most that one can have`);
      const secret = createWebhookSecret();
      const at = now();
      const endpoint: WebhookEndpoint = {
        id: `whe_${randomBase62(20)}`,
        project: given.project,
        url,
        events,
        enabled: true,
        createdAt: at,
        secrets: [{ sealed: sealer.seal(secret), createdAt: at, leadsFrom: at, endsAt: null }],
      };
      await control.createWebhook(endpoint);
      return { endpoint, secret };
    },

    /** The endpoint as it is now; null when there is none. */
    async update(id: string, given: { url?: string; events?: readonly string[]; enabled?: boolean }) {
      const change: WebhookEndpointChange = {
        ...(given.url !== undefined && { url: await receiver(given.url) }),
        ...(given.events !== undefined && { events: parseEndpointEvents(given.events) }),
        ...(given.enabled !== undefined && { enabled: given.enabled }),
      };
      return (await control.changeWebhook(id, change)) ? find(id) : null;
    },

    /** A new secret, told this once; null when there is no such endpoint. */
    async rotateSecret(id: string, { overlapMs, formerLeads, force }: RotationPlan): Promise<string | null> {
      const secret = createWebhookSecret();
      const at = now();
      if (!force) refuseDuringOverlap(await find(id), at);
      const leadsFrom = formerLeads ? at + overlapMs : at;
      const sealed = sealer.seal(secret);
      const found = await control.rotateWebhookSecret(id, {
        sealed,
        at,
        leadsFrom,
        formerEndsAt: at + overlapMs,
      });
      return found ? secret : null;
    },

    /** True when it was there. What it was still owed is not sent any more. */
    async remove(id: string): Promise<boolean> {
      const removed = await control.removeWebhook(id);
      if (removed) await deliveries.cancel(id, now());
      return removed;
    },
  };
}

/** At most two secrets sign: with a third, a receiver that knows only the first would be sent nothing that it can verify. */
function refuseDuringOverlap(endpoint: WebhookEndpoint | null, now: number): void {
  const endsAt = endpoint?.secrets.find((secret) => secret.endsAt !== null && now < secret.endsAt)?.endsAt;
  if (endsAt == null) return;
  const until = new Date(endsAt).toISOString();
  throw new BadEndpoint(
    'secret',
    `is being rotated already: the former one signs until ${until}. Wait, or use --force, which ends it at once`,
  );
}
