import type { WebhookEndpoint, WebhookEndpointChange } from '@cvq/storage';
import { audited } from '../accounts/audited.ts';
import { Refused } from '../accounts/refused.ts';
import { requireProjectRole } from '../accounts/require-project-role.ts';
import { randomBase62 } from '../keys/token.ts';
import { canOpen } from '../secrets/sealer.ts';
import { parseEndpointEvents } from './endpoint-events.ts';
import { createWebhookSecret, liveSecrets } from './endpoint-secrets.ts';
import { findEndpoint, unknownEndpoint } from './find-endpoint.ts';
import { checkResolution, parseReceiverUrl } from './receiver-url.ts';
import type { WebhookDeps } from './webhook-means.ts';
import { withoutQuery } from './without-query.ts';

/** What editing endpoints takes. Nothing is sent. */
type EditorDeps = Omit<WebhookDeps, 'deliveries' | 'sender' | 'wake'> & {
  readonly deliveries: Pick<WebhookDeps['deliveries'], 'cancel'>;
  /** Where the request names one: endpoints of other projects are unknown. */
  readonly project?: string;
};

/** How long both secrets of a rotation sign, and which of them `X-Service-Signature` carries meanwhile. */
export type RotationPlan = {
  readonly overlapMs: number;
  readonly formerLeads: boolean;
  /** Also while an earlier rotation lasts: its former secret ends at once. */
  readonly force?: boolean;
};

/** What is to change of an endpoint. */
type EndpointChange = {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly enabled?: boolean | undefined;
};

export type Rotation = {
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly formerEndsAt: number;
  /** The former secret cannot be opened. */
  readonly isFormerLost: boolean;
};

/** How long both secrets sign, unless it is told. */
export const USUAL_OVERLAP_HOURS = 24;

/** Each event of a project costs a row per endpoint, so there is a bound. */
const MAX_PER_PROJECT = 50;

/** What people do with endpoints, from any surface: admins of the project may. All throw Refused for what cannot be done. */
export class EndpointEditor {
  readonly #deps: EditorDeps;

  constructor(deps: EditorDeps) {
    this.#deps = deps;
  }

  /** A new endpoint and its secret, which is returned here and never again. */
  async create(given: { project: string; url: string; events: readonly string[] }) {
    const { accountId } = await requireProjectRole(this.#deps, given.project, 'admin');
    const events = parseEndpointEvents(given.events);
    const url = await this.#receiver(given.url);
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
    await audited(this.#deps, {
      action: 'create_webhook',
      ...aboutOf(accountId, endpoint),
      make: async () => {
        if (!(await this.#deps.control.createWebhook(endpoint, MAX_PER_PROJECT))) throw tooManyEndpoints();
      },
      told: () => ({ after: toldOf(endpoint) }),
    });
    return { endpoint, secret };
  }

  /** The endpoint as it is now. */
  async update(id: string, given: EndpointChange) {
    if (Object.values(given).every((value) => value === undefined)) {
      const fix = 'Give a URL or events.';
      throw new Refused('nothing_to_change', { field: null, problem: 'Nothing to change.', fix });
    }
    const { endpoint, account } = await findEndpoint(this.#deps, id, 'admin');
    const change: WebhookEndpointChange = {
      ...(given.url !== undefined && { url: await this.#receiver(given.url) }),
      ...(given.events !== undefined && { events: parseEndpointEvents(given.events) }),
      ...(given.enabled !== undefined && { enabled: given.enabled }),
    };
    const changed = { ...endpoint, ...change };
    await audited(this.#deps, {
      action: 'update_webhook',
      ...aboutOf(account, endpoint),
      before: toldOf(endpoint),
      make: async () => {
        if (!(await this.#deps.control.changeWebhook(id, change))) throw unknownEndpoint(id);
      },
      told: () => ({ after: toldOf(changed) }),
    });
    return changed;
  }

  /**
   * A new secret, which is returned here and never again, and when the former one stops signing, in epoch milliseconds.
   * One that cannot be opened any more signs nothing: it stops now, whatever the plan says.
   */
  async rotateSecret(id: string, { overlapMs, formerLeads, force }: RotationPlan): Promise<Rotation> {
    const { sealer, control, now } = this.#deps;
    const { endpoint, account } = await findEndpoint(this.#deps, id, 'admin');
    const secret = createWebhookSecret();
    const at = now();
    const signing = liveSecrets(endpoint.secrets, at).filter(({ sealed }) => canOpen(sealer, sealed));
    if (!force) refuseDuringOverlap(signing);
    const isFormerLost = signing[0] !== endpoint.secrets[0];
    const formerEndsAt = isFormerLost ? at : at + overlapMs;
    const leadsFrom = formerLeads ? formerEndsAt : at;
    await audited(this.#deps, {
      action: 'rotate_webhook_secret',
      ...aboutOf(account, endpoint),
      async make() {
        const former = (endpoint.secrets[0] as WebhookEndpoint['secrets'][number]).sealed;
        const rotation = { former, sealed: sealer.seal(secret), at, leadsFrom, formerEndsAt };
        const rotated = await control.rotateWebhookSecret(id, rotation);
        if (rotated === 'unknown') throw unknownEndpoint(id);
        if (rotated === 'overtaken') throw rotatedMeanwhile();
      },
      told: () => ({ after: { former_ends_at: new Date(formerEndsAt).toISOString() } }),
    });
    return { secret, formerEndsAt, isFormerLost };
  }

  /** What is outstanding for it is not sent any more. */
  async remove(id: string): Promise<void> {
    const { control, deliveries, now } = this.#deps;
    const { endpoint, account } = await findEndpoint(this.#deps, id, 'admin');
    await audited(this.#deps, {
      action: 'remove_webhook',
      ...aboutOf(account, endpoint),
      before: toldOf(endpoint),
      async make() {
        if (await control.removeWebhook(id)) await deliveries.cancel(id, now());
      },
    });
  }

  async #receiver(text: string): Promise<string> {
    const { guard, policy } = this.#deps;
    const url = parseReceiverUrl(text, policy, guard);
    await checkResolution(url, guard);
    return url.href;
  }
}

function tooManyEndpoints(): Refused {
  return new Refused('conflict', {
    field: 'project',
    problem: `The project has ${MAX_PER_PROJECT} endpoints, which is the maximum.`,
    fix: 'Remove one first.',
  });
}

/** What an entry of the audit log about an endpoint is about. */
function aboutOf(account: string | null, { id, project, url }: WebhookEndpoint) {
  return { account, project, subject: id, name: new URL(url).host };
}

/** What the audit log tells of an endpoint. */
function toldOf({ url, events, enabled }: WebhookEndpoint) {
  return { url: withoutQuery(url), events, enabled };
}

/** Its secret would end the one that receivers know: nobody has been able to tell them the one in between. */
function rotatedMeanwhile(): Refused {
  return new Refused('conflict', {
    field: 'force',
    problem: 'Somebody else has rotated the secret at this moment.',
    fix: 'Look at the endpoint again.',
  });
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
