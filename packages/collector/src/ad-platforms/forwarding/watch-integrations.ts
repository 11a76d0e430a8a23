import {
  type AdDeliveryStore,
  type ControlStore,
  type Integration,
  openAdDeliveryStore,
  type StoreLocation,
} from '@cvq/storage';

/** How an integration does. */
type IntegrationStatus = {
  readonly integration: Integration;
  /**
   * Deliveries that are due or have their time, counted to 100,000. What is blocked waits for somebody instead, as does
   * everything of an integration that sends nothing.
   */
  readonly outstanding: number;
  /** When the first of them is or was due, in epoch milliseconds; null where there is none. */
  readonly dueAt: number | null;
  /** Conversions wait until somebody has set something right, at the platform or here. Never of the demo. */
  readonly isBlocked: boolean;
  /** Its platform is left alone at this moment. */
  readonly isThrottled: boolean;
};

/** Integrations that somebody has to look after. */
type IntegrationTroubles = {
  /** Nothing is sent to these until they are connected anew. */
  readonly lost: readonly Integration[];
  /** To these, some conversions are not sent until something is set right. */
  readonly blocked: readonly Integration[];
};

/** How deliveries to ad platforms do, for the dashboard and for metrics. */
export type IntegrationWatch = {
  /** Whether there is an integration, or anything outstanding for one that was removed. */
  hasWork(): Promise<boolean>;
  troubles(): Promise<IntegrationTroubles>;
  statuses(): Promise<readonly IntegrationStatus[]>;
  close(): Promise<void>;
};

const sends = ({ state }: Integration) => state === 'active' || state === 'dry_run';

const COUNTED_TO = 100_000;
const EVER = Number.MAX_SAFE_INTEGER;

type WatchDeps = {
  readonly location: StoreLocation;
  readonly control: ControlStore;
  /** Of such an integration nothing reaches a platform, and nobody can set right what its conversions met. */
  readonly isMadeUp: (integration: Integration) => boolean;
  /** Epoch milliseconds; tests bring their own clock. */
  readonly now: () => number;
};

/** A watch that opens the deliveries when it is first asked and there is an integration: many collectors have none. */
export function watchIntegrations({ location, control, isMadeUp, now }: WatchDeps): IntegrationWatch {
  let deliveries: AdDeliveryStore | null = null;
  let isNothingOwed = false;
  const open = () => openAdDeliveryStore({ ...location, migrate: false }, { synced: false });

  /** To integrations that were removed. Without one nothing is added. */
  async function isAnythingOwed(): Promise<boolean> {
    if (isNothingOwed) return false;
    const store = open();
    isNothingOwed = (await store.outstanding(EVER, 1)).length === 0;
    await store.close();
    return !isNothingOwed;
  }

  async function statuses(): Promise<IntegrationStatus[]> {
    const integrations = await control.listIntegrations();
    if (integrations.length === 0) return [];
    deliveries ??= open();
    const outstanding = await deliveries.outstanding(EVER, COUNTED_TO);
    const byIntegration = new Map(outstanding.map((each) => [each.destination, each]));
    const blocked = await blockedOf(deliveries);
    const throttled = new Set((await deliveries.throttles(now())).map((each) => each.integration));
    return integrations.map((integration) => {
      const found = sends(integration) ? byIntegration.get(integration.id) : undefined;
      const { due = 0, dueAt = null } = found ?? {};
      return {
        integration,
        outstanding: due,
        dueAt,
        isBlocked: isBlocked(integration, blocked),
        isThrottled: throttled.has(integration.id),
      };
    });
  }

  const isBlocked = (integration: Integration, blocked: ReadonlySet<string>) =>
    blocked.has(integration.id) && !isMadeUp(integration);

  return {
    hasWork: async () => (await control.hasIntegrations()) || (await isAnythingOwed()),
    async troubles() {
      const integrations = await control.listIntegrations();
      if (integrations.length === 0) return { lost: [], blocked: [] };
      deliveries ??= open();
      const blocked = await blockedOf(deliveries);
      const isLost = ({ state }: Integration) => state === 'reconnect_required';
      return {
        lost: integrations.filter(isLost),
        blocked: integrations.filter((each) => !isLost(each) && isBlocked(each, blocked)),
      };
    },
    statuses,
    close: async () => deliveries?.close(),
  };
}

async function blockedOf(deliveries: AdDeliveryStore): Promise<ReadonlySet<string>> {
  return new Set((await deliveries.blocked(1)).map(({ integration }) => integration));
}
