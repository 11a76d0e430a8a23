import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createKey, createProject } from '@cvq/collector';
import { openControlStore } from '@cvq/storage';
import { Load } from './load.ts';
import { EVENTS_PER_REQUEST, type Kind, requestsOf } from './requests.ts';
import { type Server, startServer } from './servers.ts';

/**
 * What an event costs: processor time per event of the collector, with all of its path on, against bare node:http
 * and against stock Express with a synchronous insert, in one run. Windows of a second rotate over the servers, so
 * that a noisy machine disturbs all alike; ratios of medians are what counts.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    'window-ms': { type: 'string', default: '1000' },
    'warm-ms': { type: 'string', default: '3000' },
    kinds: { type: 'string', default: 'single,batch,browser' },
  },
});
const CONNECTIONS: Readonly<Record<Kind, number>> = { single: 128, batch: 16, browser: 64 };
/** Enough keys that the limit of requests per key and minute is never met. */
const KEYS = 1000;

/** Floor over collector, processor time per event; and how much more Express takes. */
const TARGETS: Readonly<Record<Kind, { floor: number; express: number } | null>> = {
  single: { floor: 0.5, express: 2 },
  batch: { floor: 0.45, express: 2 },
  browser: null,
};

type Sample = { cpu: number; p99: number; perSecond: number; failures: number };

const folder = mkdtempSync(join(tmpdir(), 'cvq-bench-'));
const credentials = await seed(folder);
const servers: Server[] = [];
let failed = false;
try {
  for (const name of ['floor', 'collector', 'express'] as const)
    servers.push(await startServer(name, folder));
  for (const kind of options.kinds.split(',') as Kind[]) await compare(kind);
} finally {
  for (const server of servers) await server.stop();
  rmSync(folder, { recursive: true });
}
process.exitCode = failed ? 1 : 0;

async function compare(kind: Kind): Promise<void> {
  console.log(
    `\n${kind}: ${EVENTS_PER_REQUEST[kind]} events a request, ${CONNECTIONS[kind]} connections, load average ${loadAverage()}`,
  );
  const loads = servers.map(
    (server) => new Load(server.port, CONNECTIONS[kind], requestsOf(kind, credentials)),
  );
  for (const load of loads) await load.run(Number(options['warm-ms']));
  const samples = new Map<string, Sample[]>(servers.map(({ name }) => [name, []]));
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (let turn = 0; turn < servers.length; turn += 1) {
      const index = (turn + round) % servers.length;
      const server = servers[index] as Server;
      samples.get(server.name)?.push(await measure(server, loads[index] as Load, kind));
    }
  }
  for (const load of loads) load.close();
  report(kind, samples);
}

async function measure(server: Server, load: Load, kind: Kind): Promise<Sample> {
  const before = server.cpuMicroseconds();
  const started = performance.now();
  const { requests, failures, latencies } = await load.run(Number(options['window-ms']));
  const seconds = (performance.now() - started) / 1000;
  const events = requests * EVENTS_PER_REQUEST[kind];
  return {
    cpu: (server.cpuMicroseconds() - before) / events,
    p99: quantile(latencies, 0.99),
    perSecond: events / seconds,
    failures,
  };
}

function report(kind: Kind, samples: ReadonlyMap<string, Sample[]>): void {
  const median = (name: string, of: (sample: Sample) => number) =>
    quantile((samples.get(name) ?? []).map(of), 0.5);
  const cpu = (name: string) => median(name, (sample) => sample.cpu);
  for (const server of servers) {
    const own = samples.get(server.name) ?? [];
    const failures = own.reduce((sum, sample) => sum + sample.failures, 0);
    console.log(
      `  ${server.name.padEnd(10)} ${cpu(server.name).toFixed(1).padStart(7)} µs/event  floor/this ${(cpu('floor') / cpu(server.name)).toFixed(2)}  p99 ${median(server.name, (sample) => sample.p99).toFixed(0)} ms  ${Math.round(median(server.name, (sample) => sample.perSecond))} events/s  RSS ${Math.round(server.residentBytes() / 1e6)} MB${failures ? `  ${failures} FAILED` : ''}`,
    );
    if (failures > 0) failed = true;
  }
  const target = TARGETS[kind];
  if (target === null) return;
  const floor = cpu('floor') / cpu('collector');
  const express = cpu('express') / cpu('collector');
  const met = floor >= target.floor && express >= target.express;
  failed ||= !met;
  console.log(
    `  floor/collector ${floor.toFixed(2)} (target ${target.floor}), express/collector ${express.toFixed(2)} (target ${target.express}): ${met ? 'met' : 'MISSED'}`,
  );
}

async function seed(dataFolder: string) {
  const control = openControlStore({ folder: dataFolder, migrate: true });
  const fields = { name: 'Bench', domain: 'shop.example', timezone: 'UTC', currency: 'EUR', hosts: null };
  const { project } = await createProject(control, fields, Date.now());
  const serverKeys: string[] = [];
  for (let index = 0; index < KEYS; index += 1) {
    const { token } = await createKey(
      control,
      {
        accountId: project.accountId,
        kind: 'server',
        name: 'Bench',
        scopes: [],
        projects: [project.id],
        expiry: 'never',
      },
      Date.now(),
    );
    serverKeys.push(token);
  }
  await control.close();
  return { serverKeys, trackingKey: project.id };
}

function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

function loadAverage(): string {
  return readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? '';
}
