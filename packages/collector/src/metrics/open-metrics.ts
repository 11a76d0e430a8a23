import { type FigureSources, figuresOf, type Sample } from './figures-of.ts';

/** Figures of this process as Prometheus reads them. */
export type Metrics = {
  readonly contentType: string;
  text(): Promise<string>;
};

/** The figures, each asked for when it is read. */
export async function openMetrics(deps: FigureSources): Promise<Metrics> {
  // Only who sets a token pays for the library.
  const { collectDefaultMetrics, Counter, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { kind, name, help, label, read } of figuresOf(deps)) {
    const options = { name, help, registers: [registry], labelNames: label === undefined ? [] : [label] };
    const collect = async (add: (sample: Sample) => void, reset: () => void) => {
      const samples = await read();
      reset();
      for (const sample of samples) add(sample);
    };
    if (kind === 'counter') {
      new Counter({
        ...options,
        collect() {
          return collect(
            ({ labels = {}, value }) => this.inc(labels, value),
            () => this.reset(),
          );
        },
      });
    } else {
      new Gauge({
        ...options,
        collect() {
          return collect(
            ({ labels = {}, value }) => this.set(labels, value),
            () => this.reset(),
          );
        },
      });
    }
  }
  return { contentType: registry.contentType, text: () => registry.metrics() };
}
