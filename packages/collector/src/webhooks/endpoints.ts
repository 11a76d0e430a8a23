import {
  type ControlStore,
  readOnChange,
  type Subscription,
  type Subscriptions,
  type WebhookEndpoint,
} from '@cvq/storage';

/** Endpoints as the control store has them, read again when it has changed. */
export type Endpoints = {
  /** To be awaited before the others are asked. */
  refresh(): Promise<void>;
  find(id: string): WebhookEndpoint | undefined;
  all(): readonly WebhookEndpoint[];
  /** What the enabled endpoints want, by project. */
  subscriptions(): Subscriptions;
};

export function cacheEndpoints(control: ControlStore): Endpoints {
  let endpoints: readonly WebhookEndpoint[] = [];
  let byId: ReadonlyMap<string, WebhookEndpoint> = new Map();
  let subscriptions: Subscriptions = new Map();
  return {
    refresh: readOnChange(control, async () => {
      endpoints = await control.listWebhooks();
      byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
      subscriptions = subscriptionsOf(endpoints);
    }),
    find: (id) => byId.get(id),
    all: () => endpoints,
    subscriptions: () => subscriptions,
  };
}

function subscriptionsOf(endpoints: readonly WebhookEndpoint[]): Subscriptions {
  const byProject = new Map<string, Subscription[]>();
  for (const { id, project, events, enabled } of endpoints) {
    if (!enabled) continue;
    const ofProject = byProject.get(project) ?? [];
    ofProject.push({ endpoint: id, events });
    byProject.set(project, ofProject);
  }
  return byProject;
}
