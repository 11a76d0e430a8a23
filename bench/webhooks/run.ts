import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { asOperator, createKey, createProject } from '@cvq/collector';
import { type ControlStore, openControlStore, type ProjectRecord } from '@cvq/storage';
import { PROGRAMS, startServer } from '../ingest/servers.ts';
import { addEndpoint } from './endpoints.ts';
import { manyEndpoints } from './many-endpoints.ts';
import { type Receiver, startReceiver } from './receivers.ts';
import { sendEvents } from './send-events.ts';

/**
 * How long an event takes to a receiver's socket, and whether a receiver that hangs delays the others.
 *
 * Measured from the moment at which the client has the answer to its event, which follows the commit, and from the moment
 * at which it sent it, which bounds the first from above. Windows with and without the hanging receiver alternate, so
 * that a noisy machine disturbs both alike; the medians of the windows are compared.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    rate: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '6' },
    'window-seconds': { type: 'string', default: '10' },
    'fan-out-rate': { type: 'string', default: '5' },
    /** With a number, only the bench of so many endpoints is run. */
    endpoints: { type: 'string' },
  },
});
const TARGETS = { commitToSocketMs: 250, change: 0.2 };
const HEALTHY = 20;
const LONGEST_WAIT_MS = 60_000;
/** Enough that the limit of requests per key and minute is never met. */
const KEYS = 50;

let failed = false;

async function latency(): Promise<void> {
  const receiver = await startReceiver();
  await withCollector(async ({ folder, port, project, keys }) => {
    await addEndpoint(folder, { project, url: receiver.url });
    await sendEvents({ port, keys, rate: 50, seconds: 3 });
    const sent = await sendEvents({
      port,
      keys,
      rate: Number(options.rate),
      seconds: Number(options.seconds),
    });
    await arrived([receiver], [...sent.keys()]);
    const fromAnswer = quantiles([...sent].map(([id, { answeredAt }]) => at(receiver, id) - answeredAt));
    const fromRequest = quantiles([...sent].map(([id, { sentAt }]) => at(receiver, id) - sentAt));
    const met = fromRequest.p99 <= TARGETS.commitToSocketMs;
    failed ||= !met;
    console.log(`${sent.size} events at ${options.rate} a second, load average ${loadAverage()}`);
    console.log(`  answer to socket   ${text(fromAnswer)}`);
    console.log(`  request to socket  ${text(fromRequest)}`);
    console.log(`  p99 ${TARGETS.commitToSocketMs} ms: ${met ? 'met' : 'MISSED'}`);
  });
  receiver.close();
}

async function fairness(): Promise<void> {
  const healthy = await Promise.all(Array.from({ length: HEALTHY }, () => startReceiver()));
  const hanging = await startReceiver(true);
  await withCollector(async ({ folder, port, project, keys }) => {
    for (const { url } of healthy) await addEndpoint(folder, { project, url });
    const slow = await addEndpoint(folder, { project, url: hanging.url });
    const p99s: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
    const rate = Number(options['fan-out-rate']);
    await sendEvents({ port, keys, rate, seconds: 3 });
    for (let round = 0; round < Number(options.rounds); round += 1) {
      // Which comes first changes, so that a drift of the machine favours neither.
      const order = round % 2 === 0 ? (['alone', 'beside'] as const) : (['beside', 'alone'] as const);
      for (const kind of order) {
        await slow.enable(kind === 'beside');
        const sent = await sendEvents({ port, keys, rate, seconds: Number(options['window-seconds']) });
        await arrived(healthy, [...sent.keys()]);
        const latencies = healthy.flatMap((receiver) =>
          [...sent].map(([id, { sentAt }]) => at(receiver, id) - sentAt),
        );
        p99s[kind].push(quantiles(latencies).p99);
      }
    }
    const [alone, beside] = [median(p99s.alone), median(p99s.beside)];
    const change = beside / alone - 1;
    const met = change < TARGETS.change;
    failed ||= !met;
    console.log(
      `\n${HEALTHY} healthy endpoints, ${rate} events a second to each, load average ${loadAverage()}`,
    );
    console.log(`  alone                 p99 ${alone.toFixed(0)} ms of ${list(p99s.alone)}`);
    console.log(
      `  beside one that hangs p99 ${beside.toFixed(0)} ms of ${list(p99s.beside)}; it was sent ${hanging.arrivals.size} events`,
    );
    console.log(
      `  change ${(change * 100).toFixed(0)} %, below ${TARGETS.change * 100} %: ${met ? 'met' : 'MISSED'}`,
    );
  });
  for (const receiver of [...healthy, hanging]) receiver.close();
}

type Bench = { folder: string; port: number; project: string; keys: string[] };

async function withCollector(work: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cvq-webhooks-'));
  const control = openControlStore({ folder, migrate: true });
  const fields = { name: 'Bench', domain: 'shop.example', timezone: 'UTC', currency: 'EUR', hosts: null };
  const { project } = await createProject(asOperator(control, Date.now), fields);
  const keys: string[] = [];
  while (keys.length < KEYS) keys.push(await serverKey(control, project));
  await control.close();
  const server = await startServer({
    ...{ name: 'collector', program: PROGRAMS.collector, folder },
    settings: { CVQ_ALLOW_PRIVATE_WEBHOOKS: '1' },
  });
  try {
    await work({ folder, port: server.port, project: project.id, keys });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function serverKey(control: ControlStore, { id, accountId }: ProjectRecord): Promise<string> {
  const fields = {
    accountId,
    kind: 'server',
    name: 'Bench',
    scopes: [],
    projects: [id],
    expiry: 'never',
  } as const;
  return (await createKey(asOperator(control, Date.now), fields)).token;
}

async function arrived(receivers: readonly Receiver[], ids: readonly string[]): Promise<void> {
  const started = performance.now();
  const isThere = () => receivers.every(({ arrivals }) => ids.every((id) => arrivals.has(id)));
  while (!isThere()) {
    if (performance.now() - started > LONGEST_WAIT_MS) throw new Error('Not all events arrived');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const at = ({ arrivals }: Receiver, id: string) => arrivals.get(id) as number;

function quantiles(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const quantile = (fraction: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
  return { p50: quantile(0.5), p99: quantile(0.99), max: quantile(1) };
}

const median = (values: readonly number[]) => quantiles(values).p50;
const list = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(', ');

function text({ p50, p99, max }: ReturnType<typeof quantiles>): string {
  return `p50 ${p50.toFixed(0)} ms  p99 ${p99.toFixed(0)} ms  max ${max.toFixed(0)} ms`;
}

function loadAverage(): string {
  return readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? '';
}

if (options.endpoints === undefined) {
  await latency();
  await fairness();
} else {
  const isMet = await manyEndpoints({
    endpoints: Number(options.endpoints),
    rounds: Number(options.rounds),
    windowSeconds: Number(options['window-seconds']),
    rate: 50,
  });
  failed = !isMet;
}
process.exitCode = failed ? 1 : 0;
