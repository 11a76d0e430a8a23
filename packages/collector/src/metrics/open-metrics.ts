import type * as Library from 'prom-client';
import type { Log } from '../log.ts';
import type { Sample } from './figure.ts';
import { type FigureSources, figuresOf } from './figures-of.ts';

/** Figures of this process as Prometheus reads them. */
export type Metrics = {
  readonly contentType: string;
  text(): Promise<string>;
};

/** The figures, each asked for when it is read. One that cannot be read is absent, and the others are there. */
export async function openMetrics(deps: FigureSources, log: Log): Promise<Metrics> {
  // Only who sets a token pays for the library.
  const { collectDefaultMetrics, Counter, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  const before = process.cpuUsage();
  collectDefaultMetrics({ register: registry });
  countFromStart(registry, before);
  const errors = new Counter({
    name: 'cvq_metrics_errors_total',
    help: 'How often a figure could not be read, by its name',
    labelNames: ['figure'],
    registers: [registry],
  });
  const failing = new Set<string>();

  /** Logged when it begins: figures are read every few seconds. */
  function noteFailure(figure: string, err: unknown): void {
    errors.inc({ figure });
    if (!failing.has(figure)) log.error({ err, figure }, 'A figure of /metrics cannot be read');
    failing.add(figure);
  }

  for (const { kind, name, help, labels = [], read } of figuresOf(deps)) {
    const options = { name, help, registers: [registry], labelNames: labels };
    const collect = async (metric: Collected, add: (sample: Sample) => void) => {
      try {
        const samples = await read();
        metric.reset();
        for (const sample of samples) add(sample);
        failing.delete(name);
      } catch (error) {
        noteFailure(name, error);
        metric.reset();
        // Without labels a reset leaves a zero, which would be a figure like any other.
        if (labels.length === 0) metric.remove({});
      }
    };
    if (kind === 'counter') {
      new Counter({
        ...options,
        collect() {
          return collect(this, ({ labels = {}, value }) => this.inc(labels, value));
        },
      });
    } else {
      new Gauge({
        ...options,
        collect() {
          return collect(this, ({ labels = {}, value }) => this.set(labels, value));
        },
      });
    }
  }
  return { contentType: registry.contentType, text: async () => withMeasuredLag(await registry.metrics()) };
}

type Collected = { reset(): void; remove(labels: Record<string, never>): void };

/** The library counts processor time from when it is loaded, at the first request: what the process took before is added. */
function countFromStart(registry: Library.Registry, { user, system }: NodeJS.CpuUsage): void {
  const taken = { user, system, '': user + system };
  for (const [kind, micros] of Object.entries(taken)) {
    const name = ['process_cpu', kind, 'seconds_total'].filter(Boolean).join('_');
    (registry.getSingleMetric(name) as Library.Counter | undefined)?.inc(micros / 1e6);
  }
}

/** The library also tells of a lag where it has measured none since it was last asked: a least one of 292 years, and no mean. */
function withMeasuredLag(text: string): string {
  const isUnmeasured = /^nodejs_eventloop_lag_mean_seconds nan$/im.test(text);
  return isUnmeasured ? text.replace(/^(# (HELP|TYPE) )?nodejs_eventloop_lag_.*\n/gm, '') : text;
}
