import type { EndpointWatch } from '../webhooks/watch-endpoints.ts';

/** Figures of this process as Prometheus reads them. */
export type Metrics = {
  readonly contentType: string;
  text(): Promise<string>;
};

type MetricsDeps = {
  readonly webhooks: EndpointWatch;
  /** Whether events can be stored. */
  readonly isReady: () => boolean;
  /** Whether something has failed although events are stored. */
  readonly isDegraded: () => boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** The figures, each asked for when it is read. Labels are ids of endpoints: no path, no key, no project. */
export async function openMetrics({ webhooks, isReady, isDegraded, now }: MetricsDeps): Promise<Metrics> {
  // Only who sets a token pays for the library.
  const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    ...{ name: 'cvq_ready', help: '1 while events can be stored', registers },
    collect() {
      this.set(isReady() ? 1 : 0);
    },
  });
  new Gauge({
    ...{ name: 'cvq_degraded', help: '1 while data that is past its time cannot be deleted', registers },
    collect() {
      this.set(isDegraded() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'cvq_webhook_endpoint_failing',
    help: '1 for an enabled endpoint that has only failed for a day',
    ...{ registers, labelNames: ['endpoint'] },
    async collect() {
      this.reset();
      for (const { endpoint, state } of await webhooks.statuses())
        this.set({ endpoint: endpoint.id }, state === 'failing' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'cvq_webhook_deliveries_owed',
    ...{ help: 'Deliveries that are neither acknowledged nor given up', registers },
    async collect() {
      this.set((await webhooks.backlog()).owed);
    },
  });
  new Gauge({
    name: 'cvq_webhook_due_lag_seconds',
    ...{ help: 'For how long the first delivery has been due that no attempt has begun', registers },
    async collect() {
      const { dueSince } = await webhooks.backlog();
      this.set(dueSince === null ? 0 : Math.max(0, now() - dueSince) / 1000);
    },
  });
  return { contentType: registry.contentType, text: () => registry.metrics() };
}
