import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asOperator, createKey, createProject } from '@cvq/collector';
import {
  openControlStore,
  openDeliveryStore,
  openIngestLedger,
  type Subscriptions,
  type WebhookEndpoint,
} from '@cvq/storage';
import { seededRandom } from '../../test/builders/seeded-random.ts';
import { PROGRAMS, startServer } from '../ingest/servers.ts';
import { visit } from '../read/shop/visit.ts';
import { addEndpoint } from './endpoints.ts';
import { startReceiver } from './receivers.ts';
import { sendEvents } from './send-events.ts';

type Options = {
  readonly endpoints: number;
  readonly rounds: number;
  readonly windowSeconds: number;
  /** Deliveries a second to the measured endpoint. */
  readonly rate: number;
};

/** How the other endpoints answer while one is measured. */
const MODES = ['healthy', 'slow', 'hanging'] as const;
type Mode = (typeof MODES)[number];

const TARGETS = { drainedPerSecond: 1000, p99Ratio: 1.2, p99Ms: 25 };
const PER_PROJECT = 50;
const DRAINED_EACH = 20;
const SLOW_MS = 2000;
/** Of what is drained, offered to the others. */
const OFFERED = 0.2;
/** Enough that the limit of requests per key and minute is never met. */
const KEYS = 10;

type Project = { readonly id: string; readonly keys: readonly string[] };

/**
 * Many endpoints: how fast a backlog is drained, and what one of them notices when the others are offered a fifth of
 * that, whether they answer at once, after two seconds, or never. Windows with and without that load alternate, so that
 * a noisy machine disturbs both alike. An attempt at an endpoint that answers must never fail.
 */
export async function manyEndpoints(options: Options): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'cvq-webhooks-'));
  const others = await startOthers();
  const measured = await startReceiver();
  const settings = { CVQ_ALLOW_PRIVATE_WEBHOOKS: '1', CVQ_SECRET: randomBytes(32).toString('base64') };
  process.env.CVQ_SECRET = settings.CVQ_SECRET;
  const projects = await createProjects(folder, Math.ceil(options.endpoints / PER_PROJECT));
  const [own] = await createProjects(folder, 1);
  if (own === undefined) throw new Error('No project');
  const { id } = await addEndpoint(folder, { project: own.id, url: measured.url });
  await copyEndpoints(folder, { model: id, projects, url: others.url, count: options.endpoints });
  const filled = await fillOutbox(folder, projects);
  const server = await startServer({
    ...{ name: 'collector', program: PROGRAMS.collector, folder, settings },
  });
  try {
    const drained = await drain(others, filled);
    const isFair = await fairness({ port: server.port, own, projects, others, measured, drained }, options);
    const failures = await failuresOf(folder, id);
    console.log(`  attempts at the measured endpoint that failed: ${failures}, 0: ${met(failures === 0)}`);
    return drained >= TARGETS.drainedPerSecond && isFair && failures === 0;
  } finally {
    await server.stop();
    measured.close();
    others.close();
    rmSync(folder, { recursive: true });
  }
}

async function drain(others: Others, count: number): Promise<number> {
  await until(() => others.requests() >= count);
  const perSecond = Math.round((count / (others.lastAt() - others.firstAt())) * 1000);
  console.log(`${count} deliveries that were due drained at ${perSecond} a second`);
  console.log(`  ${TARGETS.drainedPerSecond} a second: ${met(perSecond >= TARGETS.drainedPerSecond)}`);
  return perSecond;
}

type Bench = {
  readonly port: number;
  readonly own: Project;
  readonly projects: readonly Project[];
  readonly others: Others;
  readonly measured: Awaited<ReturnType<typeof startReceiver>>;
  readonly drained: number;
};

async function fairness(bench: Bench, { rounds, windowSeconds, rate }: Options): Promise<boolean> {
  const { port, own, projects, others, measured } = bench;
  const eventsPerSecond = (TARGETS.drainedPerSecond * OFFERED) / PER_PROJECT;
  const keys = projects.flatMap((project) => project.keys);
  const window = async (mode: Mode | null) => {
    others.answer(mode ?? 'healthy');
    const load =
      mode === null ? null : sendEvents({ port, keys, rate: eventsPerSecond, seconds: windowSeconds });
    const sent = await sendEvents({ port, keys: own.keys, rate, seconds: windowSeconds });
    await load;
    await until(() => [...sent.keys()].every((event) => measured.arrivals.has(event)));
    // What hangs is answered now, so that it is out of the way of the next window.
    others.answer('healthy');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return p99([...sent].map(([event, { sentAt }]) => (measured.arrivals.get(event) ?? Infinity) - sentAt));
  };
  await window('healthy');
  let isFair = true;
  for (const mode of MODES) {
    const alone: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Which comes first changes, so that a drift of the machine favours neither.
      if (round % 2 === 0) alone.push(await window(null));
      beside.push(await window(mode));
      if (round % 2 !== 0) alone.push(await window(null));
    }
    const [before, after] = [median(alone), median(beside)];
    const isMet = after <= Math.max(before * TARGETS.p99Ratio, before + TARGETS.p99Ms);
    isFair &&= isMet;
    console.log(
      `\nA healthy endpoint, ${rate} events a second, beside ${keys.length / KEYS} projects of ${mode} ones`,
    );
    console.log(`  alone   p99 ${before.toFixed(0)} ms of ${list(alone)}`);
    console.log(`  beside  p99 ${after.toFixed(0)} ms of ${list(beside)}`);
    console.log(`  at most 20 % or ${TARGETS.p99Ms} ms more: ${met(isMet)}`);
  }
  return isFair;
}

async function createProjects(folder: string, count: number): Promise<Project[]> {
  const control = openControlStore({ folder, migrate: true });
  const projects: Project[] = [];
  while (projects.length < count) {
    const fields = { name: 'Bench', domain: 'shop.example', timezone: 'UTC', currency: 'EUR', hosts: null };
    const { project } = await createProject(asOperator(control, Date.now), fields);
    const keys: string[] = [];
    while (keys.length < KEYS) {
      const { token } = await createKey(asOperator(control, Date.now), {
        ...{ accountId: project.accountId, kind: 'server', name: 'Bench', scopes: [], expiry: 'never' },
        projects: [project.id],
      });
      keys.push(token);
    }
    projects.push({ id: project.id, keys });
  }
  await control.close();
  return projects;
}

type Copies = { model: string; projects: readonly Project[]; url: string; count: number };

/** A command for each would take an hour: they have the secret of the first, and differ in address and project. */
async function copyEndpoints(folder: string, { model, projects, url, count }: Copies): Promise<void> {
  const control = openControlStore({ folder, migrate: false });
  const endpoint = (await control.findWebhook(model)) as WebhookEndpoint;
  for (let index = 0; index < count; index += 1) {
    const { id: project } = projects[Math.floor(index / PER_PROJECT)] as Project;
    await control.createWebhook({ ...endpoint, id: `whe_${index}`, project, url: `${url}${index}` });
  }
  await control.close();
}

/** Puts deliveries into the outbox that are due when the collector begins; how many. */
async function fillOutbox(folder: string, projects: readonly Project[]): Promise<number> {
  const control = openControlStore({ folder, migrate: false });
  const endpoints = await control.listWebhooks();
  await control.close();
  const subscriptions: Subscriptions = Map.groupBy(
    endpoints.map(({ id, project, events }) => ({ endpoint: id, project, events })),
    ({ project }) => project,
  );
  const events = openIngestLedger({ folder, migrate: true });
  const random = seededRandom(1);
  for (let number = 0; number < DRAINED_EACH; number += 1) {
    const at = Date.now() - 60_000 + number;
    const records = projects.flatMap(({ id: project }) =>
      visit(random, { project, visitors: 1_000_000, salt: 0, at, number: String(number) }).slice(0, 1),
    );
    await events.append(records, { subscriptions });
  }
  await events.close();
  const deliveries = openDeliveryStore({ folder, migrate: false });
  const { outstanding } = await deliveries.backlog(Date.now(), []);
  await deliveries.close();
  return outstanding;
}

async function failuresOf(folder: string, endpoint: string): Promise<number> {
  const deliveries = openDeliveryStore({ folder, migrate: false });
  const all = await deliveries.list({ endpoints: [endpoint], limit: 1_000_000 });
  await deliveries.close();
  return all.filter(
    ({ state, attempts }) => attempts > 1 || state === 'failed' || state === 'retry_scheduled',
  ).length;
}

type Others = Awaited<ReturnType<typeof startOthers>>;

/** The receivers of all other endpoints: what they do is changed as the bench goes on. */
async function startOthers() {
  let mode: Mode = 'healthy';
  let requests = 0;
  let firstAt = 0;
  let lastAt = 0;
  const held = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    requests += 1;
    lastAt = performance.now();
    firstAt ||= lastAt;
    request.resume();
    request.once('end', () => {
      if (mode === 'healthy') response.end();
      else if (mode === 'slow') setTimeout(() => response.end(), SLOW_MS);
      else held.add(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    requests: () => requests,
    firstAt: () => firstAt,
    lastAt: () => lastAt,
    answer(next: Mode) {
      mode = next;
      for (const response of held) response.end();
      held.clear();
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function until(isThere: () => boolean): Promise<void> {
  const started = performance.now();
  while (!isThere()) {
    if (performance.now() - started > 120_000) throw new Error('Not all deliveries arrived');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other);
const p99 = (values: readonly number[]) => sorted(values)[Math.floor(values.length * 0.99)] ?? Number.NaN;
const median = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;
const list = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(', ');
const met = (is: boolean) => (is ? 'met' : 'MISSED');
