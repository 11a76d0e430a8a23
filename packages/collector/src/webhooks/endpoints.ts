import type { ControlStore, Subscription, Subscriptions, WebhookEndpoint } from '@cvq/storage';

/** Endpoints as the control store has them, read again when it has changed. */
export type Endpoints = {
  /** To be awaited before the others are asked. */
  refresh(): Promise<void>;
  find(id: string): WebhookEndpoint | undefined;
  /** What the enabled endpoints want, by project. */
  subscriptions(): Subscriptions;
};

/** Keeps all endpoints in memory, and reads them again when the control store has changed. */
export function cacheEndpoints(control: ControlStore): Endpoints {
  let byId: ReadonlyMap<string, WebhookEndpoint> = new Map();
  let subscriptions: Subscriptions = new Map();
  return {
    refresh: control.readOnChange(async () => {
      const endpoints = await control.listWebhooks();
      byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
      subscriptions = subscriptionsOf(endpoints);
    }),
    find: (id) => byId.get(id),
    subscriptions: () => subscriptions,
  };
}

/** What the enabled ones of the endpoints want, by project. */
export function subscriptionsOf(endpoints: readonly WebhookEndpoint[]): Subscriptions {
  const byProject = new Map<string, Subscription[]>();
  for (const { id, project, events, enabled } of endpoints) {
    if (!enabled) continue;
    const ofProject = byProject.get(project) ?? [];
    ofProject.push({ endpoint: id, events });
    byProject.set(project, ofProject);
  }
  return byProject;
}
