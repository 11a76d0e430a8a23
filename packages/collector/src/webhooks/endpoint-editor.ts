import type { ControlStore, DeliveryStore, WebhookEndpoint, WebhookEndpointChange } from '@cvq/storage';
import { findProject, unknown } from '../accounts/look-up.ts';
import { Refused } from '../accounts/refused.ts';
import { randomBase62 } from '../keys/token.ts';
import { canOpen, type Sealer } from '../secrets/sealer.ts';
import type { AddressGuard, ReceiverPolicy } from './address-guard.ts';
import { parseEndpointEvents } from './endpoint-events.ts';
import { createWebhookSecret, liveSecrets } from './endpoint-secrets.ts';
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

export type Rotation = {
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly formerEndsAt: number;
  /** The former secret cannot be opened. */
  readonly isFormerLost: boolean;
};

/** Each event of a project costs a row per endpoint, so there is a bound. */
const MAX_PER_PROJECT = 50;

/** What people do with endpoints, from any surface. All throw Refused for what cannot be kept. */
export class EndpointEditor {
  readonly #deps: EditorDeps;

  constructor(deps: EditorDeps) {
    this.#deps = deps;
  }

  async find(id: string): Promise<WebhookEndpoint> {
    const endpoint = await this.#deps.control.findWebhook(id);
    if (endpoint === null) throw unknown('endpoint', `Unknown webhook endpoint: ${id}.`);
    return endpoint;
  }

  /** A new endpoint and its secret, which is returned here and never again. */
  async create(given: { project: string; url: string; events: readonly string[] }) {
    const events = parseEndpointEvents(given.events);
    await findProject(this.#deps, given.project);
    const url = await this.#receiver(given.url);
    if ((await this.#deps.control.countWebhooks(given.project)) >= MAX_PER_PROJECT)
      throw new Refused('limit', {
        field: 'project',
        problem: `The project has ${MAX_PER_PROJECT} endpoints, which is the maximum.`,
        fix: 'Remove one first.',
      });
    const secret = createWebhookSecret();
    const at = this.#deps.now();
    const endpoint: WebhookEndpoint = {
      id: `whe_${randomBase62(20)}`,
      project: given.project,
      url,
      events,
      enabled: true,
      createdAt: at,
      secrets: [{ sealed: this.#deps.sealer.seal(secret), createdAt: at, leadsFrom: at, endsAt: null }],
    };
    await this.#deps.control.createWebhook(endpoint);
    return { endpoint, secret };
  }

  /** The endpoint as it is now. */
  async update(id: string, given: { url?: string; events?: readonly string[]; enabled?: boolean }) {
    if (Object.keys(given).length === 0) {
      const fix = 'Give a URL or events.';
      throw new Refused('nothing_to_change', { field: null, problem: 'Nothing to change.', fix });
    }
    const change: WebhookEndpointChange = {
      ...(given.url !== undefined && { url: await this.#receiver(given.url) }),
      ...(given.events !== undefined && { events: parseEndpointEvents(given.events) }),
      ...(given.enabled !== undefined && { enabled: given.enabled }),
    };
    await this.#deps.control.changeWebhook(id, change);
    return this.find(id);
  }

  /**
   * A new secret, which is returned here and never again, and when the former one stops signing, in epoch milliseconds.
   * One that cannot be opened any more signs nothing: it stops now, whatever the plan says.
   */
  async rotateSecret(id: string, { overlapMs, formerLeads, force }: RotationPlan): Promise<Rotation> {
    const { sealer, control, now } = this.#deps;
    const secret = createWebhookSecret();
    const at = now();
    const { secrets } = await this.find(id);
    const signing = liveSecrets(secrets, at).filter(({ sealed }) => canOpen(sealer, sealed));
    if (!force) refuseDuringOverlap(signing);
    const isFormerLost = signing[0] !== secrets[0];
    const formerEndsAt = isFormerLost ? at : at + overlapMs;
    const leadsFrom = formerLeads ? formerEndsAt : at;
    await control.rotateWebhookSecret(id, { sealed: sealer.seal(secret), at, leadsFrom, formerEndsAt });
    return { secret, formerEndsAt, isFormerLost };
  }

  /** What is outstanding for it is not sent any more. */
  async remove(id: string): Promise<void> {
    await this.find(id);
    if (await this.#deps.control.removeWebhook(id)) await this.#deps.deliveries.cancel(id, this.#deps.now());
  }

  async #receiver(text: string): Promise<string> {
    const { guard, policy } = this.#deps;
    const url = parseReceiverUrl(text, policy, guard);
    await checkResolution(url, guard);
    return url.href;
  }
}

/** At most two secrets sign: with a third, a receiver that knows only the first would be sent nothing that it can verify. */
function refuseDuringOverlap(signing: WebhookEndpoint['secrets']): void {
  const endsAt = signing.find((secret) => secret.endsAt !== null)?.endsAt;
  if (endsAt == null) return;
  const until = new Date(endsAt).toISOString();
  throw new Refused('conflict', {
    field: 'force',
    problem: `The secret is already being rotated: the former one signs until ${until}.`,
    fix: 'Wait, or force the rotation, which ends the former secret now.',
  });
}
