import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareBeside } from './compare-beside.ts';
import { compareIntegrations } from './compare-integrations.ts';
import { intoReadme, type TableRow, tableOf } from './into-readme.ts';
import { Load } from './load.ts';
import { CONNECTIONS, EVENTS_PER_REQUEST, type Kind, requestsOf } from './requests.ts';
import { seedKeys } from './seed-keys.ts';
import { PROGRAMS, type Server, startServer, WITHOUT_QUOTAS } from './servers.ts';
import { quantile, rotateWindows, type Sample } from './windows.ts';

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
    /** Another checkout, built: its collector is measured beside this one's, as `before`. */
    before: { type: 'string' },
    /** In place of all that, what three integrations with ad platforms cost. */
    integrations: { type: 'boolean', default: false },
    /** In place of all that, what compaction and reading beside it cost ingest. */
    beside: { type: 'boolean', default: false },
    /** Put the table into the README. */
    write: { type: 'boolean', default: false },
  },
});
const plan = {
  rounds: Number(options.rounds),
  warmMs: Number(options['warm-ms']),
  windowMs: Number(options['window-ms']),
};
if (options.beside) process.exit((await compareBeside(plan, loadAverage)) ? 0 : 1);
if (options.integrations) process.exit((await compareIntegrations(plan, loadAverage)) ? 0 : 1);

const folder = mkdtempSync(join(tmpdir(), 'cvq-bench-'));
const folders = [folder];
const credentials = await seed(folder);
const servers: Server[] = [];
const table: TableRow[] = [];
let failed = false;
try {
  const copy = options.before === undefined ? null : mkdtempSync(join(tmpdir(), 'cvq-bench-before-'));
  if (copy !== null) {
    folders.push(copy);
    cpSync(folder, copy, { recursive: true });
  }
  for (const name of ['floor', 'collector', 'express'] as const)
    servers.push(await startServer({ name, program: PROGRAMS[name], folder }));
  if (options.before !== undefined && copy !== null) {
    const program = [join(options.before, 'packages/collector/bin/cvq.js'), 'serve'];
    const settings = quotasKnownTo(options.before);
    servers.push(await startServer({ name: 'before', program, folder: copy, settings }));
  }
  for (const kind of options.kinds.split(',') as Kind[]) await compare(kind);
} finally {
  for (const server of servers) await server.stop();
  for (const used of folders) rmSync(used, { recursive: true });
}
if (options.write) intoReadme(tableOf(table, loadAverage()));
process.exitCode = failed ? 1 : 0;

/** A collector refuses to start on a setting that it does not know, and an old one has no such quotas. */
function quotasKnownTo(checkout: string): Readonly<Record<string, string>> {
  const settings = readFileSync(join(checkout, 'docs/settings.md'), 'utf8');
  return Object.fromEntries(Object.entries(WITHOUT_QUOTAS).filter(([name]) => settings.includes(name)));
}

/** An older checkout cannot open a newer store, and the newer one takes the older's over: so the older makes it. */
async function seed(empty: string): ReturnType<typeof seedKeys> {
  if (options.before === undefined) return seedKeys(empty);
  const older: typeof import('./seed-keys.ts') = await import(
    resolve(options.before, 'bench/ingest/seed-keys.ts')
  );
  return older.seedKeys(empty);
}

async function compare(kind: Kind): Promise<void> {
  console.log(
    `\n${kind}: ${EVENTS_PER_REQUEST[kind]} events a request, ${CONNECTIONS[kind]} connections, load average ${loadAverage()}`,
  );
  const contenders = servers.map((server) => ({
    server,
    load: new Load(server.port, CONNECTIONS[kind], requestsOf(kind, credentials)),
  }));
  const samples = await rotateWindows(contenders, {
    kind,
    ...plan,
  });
  for (const { load } of contenders) load.close();
  report(kind, samples);
}

function report(kind: Kind, samples: ReadonlyMap<string, Sample[]>): void {
  const median = (name: string, of: (sample: Sample) => number) =>
    quantile((samples.get(name) ?? []).map(of), 0.5);
  const cpu = (name: string) => median(name, (sample) => sample.cpu);
  for (const server of servers) {
    const own = samples.get(server.name) ?? [];
    const failures = own.reduce((sum, sample) => sum + sample.failures, 0);
    console.log(
      `  ${server.name.padEnd(10)} ${cpu(server.name).toFixed(1).padStart(7)} µs/event  p99 ${median(server.name, (sample) => sample.p99).toFixed(0)} ms  ${Math.round(median(server.name, (sample) => sample.perSecond))} events/s  RSS ${Math.round(server.residentBytes() / 1e6)} MB${failures ? `  ${failures} FAILED` : ''}`,
    );
    if (failures > 0) failed = true;
  }
  const micros = { floor: cpu('floor'), collector: cpu('collector'), express: cpu('express') };
  table.push({
    kind,
    connections: CONNECTIONS[kind],
    micros,
    p99: median('collector', ({ p99 }) => p99),
  });
  const anchors = (['floor', 'express', 'before'] as const).filter((name) => samples.has(name));
  const ratios = anchors.map((name) => `collector/${name} ${(cpu('collector') / cpu(name)).toFixed(2)}`);
  console.log(`  ${ratios.join(', ')}`);
}

function loadAverage(): string {
  return readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? '';
}
