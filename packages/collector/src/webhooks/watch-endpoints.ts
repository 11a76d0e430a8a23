import { type ControlStore, type DeliveryStore, openDeliveryStore, type StoreLocation } from '@cvq/storage';
import { type EndpointStatus, statusOfEndpoints } from './endpoint-status.ts';

/** How webhooks do, for the dashboard and for metrics. */
export type EndpointWatch = {
  /** Whether there is an endpoint, or anything in the outbox to give up or delete. */
  hasWork(): Promise<boolean>;
  /** Every endpoint, in the order of their creation. */
  statuses(): Promise<readonly EndpointStatus[]>;
  /** What is outstanding, and since when the first to an enabled endpoint is due, in epoch milliseconds. */
  backlog(): ReturnType<DeliveryStore['backlog']>;
  close(): Promise<void>;
};

type WatchDeps = {
  readonly location: StoreLocation;
  readonly control: ControlStore;
  readonly now: () => number;
};

/** A watch that opens the outbox when it is first asked and there is an endpoint: most collectors have none. */
export function watchEndpoints({ location, control, now }: WatchDeps): EndpointWatch {
  let deliveries: DeliveryStore | null = null;
  let isOutboxEmpty = false;

  /** Without endpoints nothing is added to it. */
  async function isEmpty(): Promise<boolean> {
    if (isOutboxEmpty) return true;
    const store = openDeliveryStore({ ...location, migrate: false });
    isOutboxEmpty = await store.isEmpty();
    await store.close();
    return isOutboxEmpty;
  }

  async function withEndpoints<Result>(
    whenNone: Result,
    ask: (
      store: DeliveryStore,
      endpoints: Awaited<ReturnType<ControlStore['listWebhooks']>>,
    ) => Promise<Result>,
  ): Promise<Result> {
    const endpoints = await control.listWebhooks();
    if (endpoints.length === 0) return whenNone;
    deliveries ??= openDeliveryStore({ ...location, migrate: false });
    return ask(deliveries, endpoints);
  }

  return {
    hasWork: async () => (await control.hasWebhooks()) || !(await isEmpty()),
    statuses: () =>
      withEndpoints<readonly EndpointStatus[]>([], (store, endpoints) =>
        statusOfEndpoints(endpoints, store, now()),
      ),
    backlog: () =>
      withEndpoints({ outstanding: 0, dueSince: null }, (store, endpoints) => {
        const enabled = endpoints.filter((endpoint) => endpoint.enabled).map(({ id }) => id);
        return store.backlog(now(), enabled);
      }),
    close: async () => deliveries?.close(),
  };
}
