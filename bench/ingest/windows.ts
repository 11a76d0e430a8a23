import type { Load } from './load.ts';
import { EVENTS_PER_REQUEST, type Kind } from './requests.ts';
import type { Server } from './servers.ts';

/** A server with the load that is put on it. */
export type Contender = { readonly server: Server; readonly load: Load };

/** What one window of time measured: processor microseconds per event, milliseconds, events. */
export type Sample = { cpu: number; p99: number; perSecond: number; failures: number };

type Plan = {
  readonly kind: Kind;
  readonly rounds: number;
  readonly warmMs: number;
  readonly windowMs: number;
};

/**
 * Warm all contenders, then rotate windows of time over them, each round in another order: a noisy machine disturbs
 * all alike, and a ratio of medians is what counts.
 */
export async function rotateWindows(
  contenders: readonly Contender[],
  { kind, rounds, warmMs, windowMs }: Plan,
): Promise<Map<string, Sample[]>> {
  for (const { load } of contenders) await load.run(warmMs);
  const samples = new Map<string, Sample[]>(contenders.map(({ server }) => [server.name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of orderOf(round, contenders)) {
      samples.get(contender.server.name)?.push(await measure(contender, { kind, windowMs }));
    }
  }
  return samples;
}

/**
 * Another begins in every second round, and between them the order is reversed: what one leaves behind for the next is
 * not always the same one's.
 */
function orderOf(round: number, contenders: readonly Contender[]): Contender[] {
  const first = Math.floor(round / 2) % contenders.length;
  const order = [...contenders.slice(first), ...contenders.slice(0, first)];
  return round % 2 === 0 ? order : order.reverse();
}

async function measure(
  { server, load }: Contender,
  { kind, windowMs }: Pick<Plan, 'kind' | 'windowMs'>,
): Promise<Sample> {
  const before = server.cpuMicroseconds();
  const started = performance.now();
  const { requests, failures, latencies } = await load.run(windowMs);
  const seconds = (performance.now() - started) / 1000;
  const events = requests * EVENTS_PER_REQUEST[kind];
  return {
    cpu: (server.cpuMicroseconds() - before) / events,
    p99: quantile(latencies, 0.99),
    perSecond: events / seconds,
    failures,
  };
}

export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}
