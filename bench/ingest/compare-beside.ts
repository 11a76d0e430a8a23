import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seed } from '../read/seed/seed.ts';
import { Load } from './load.ts';
import { Neighbour } from './neighbour.ts';
import { CONNECTIONS, EVENTS_PER_REQUEST, requestsOf } from './requests.ts';
import { seedKeys } from './seed-keys.ts';
import { PROGRAMS, startServer, WITHOUT_QUOTAS } from './servers.ts';
import { nameOfThread, threadMicros } from './thread-micros.ts';
import { quantile } from './windows.ts';

type Plan = { readonly rounds: number; readonly warmMs: number; readonly windowMs: number };

/** What goes on beside ingest in a window. */
const BESIDE = ['nothing', 'compaction', 'reading', 'neighbour'] as const;
type Beside = (typeof BESIDE)[number];

/** Processor microseconds an event of the threads that store it, and events a second. */
type Sample = { readonly own: number; readonly perSecond: number };

/** What the bench puts beside the windows, in turn. Compaction comes by itself. */
const TURNS = ['nothing', 'reading', 'neighbour'] as const;
type Turn = (typeof TURNS)[number];

const KIND = 'batch';
/** An analyst looks at the Overview, chooses, and looks again. */
const QUESTION_EVERY_MS = 1000;
/** Of a window in which compaction works. It rests for as long as it worked. */
const BUSY_SHARE = 0.1;
/** Those that take and store events. */
const STORING = /^(node-)?MainThread$|^writer$/;
/** What is at rest, and not compacted yet, when the load begins: what comes today is not at rest. */
const BACKLOG = { events: 500_000, days: 60, tenants: 1 };
/** In percent. */
const AIM = 5;

/**
 * What compaction and reading beside it cost ingest: one collector under a steady load of batches. Every third window has
 * an analyst, and every third another program of the lowest priority that walks memory: what that costs is of the machine,
 * and is in the other two. Days that were stored before are compacted and archived meanwhile. Told are the threads that
 * take and store events, by their own clocks: a machine of two processors gives a third thread its time at the cost of the
 * load. False where a request failed.
 */
export async function compareBeside(plan: Plan, loadAverage: () => string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'cvq-bench-'));
  await seed(folder, BACKLOG, console.log);
  const { readKey, trackingKey, ...credentials } = await seedKeys(folder);
  const server = await startServer({
    ...{ name: 'collector', program: PROGRAMS.collector, folder, settings: WITHOUT_QUOTAS },
  });
  const load = new Load(server.port, CONNECTIONS[KIND], requestsOf(KIND, { ...credentials, trackingKey }));
  const path = `/v1/analytics/report?project=${trackingKey}&range=today&breakdown=source:8&breakdown=page:8`;
  const analyst = { address: `http://127.0.0.1:${server.port}${path}`, readKey };
  const neighbour = new Neighbour();
  const samples: Record<Beside, Sample[]> = { nothing: [], compaction: [], reading: [], neighbour: [] };
  let failures = 0;
  let asked = 0;
  try {
    await load.run(plan.warmMs);
    console.log(`\n${KIND}, beside compaction and reading, load average ${loadAverage()}`);
    for (let round = 0; round < plan.rounds * TURNS.length; round += 1) {
      const turn = TURNS[round % TURNS.length] ?? 'nothing';
      const window = await measureWindow(load, server.pid, { ms: plan.windowMs, turn, analyst, neighbour });
      asked += window.asked;
      failures += window.failures;
      if (window.beside !== 'both') samples[window.beside].push(window.sample);
    }
  } finally {
    load.close();
    neighbour.end();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
  report(samples);
  console.log(`  ${asked} questions were answered${failures === 0 ? '' : `, ${failures} requests FAILED`}`);
  return failures === 0;
}

type Analyst = { readonly address: string; readonly readKey: string };
type WindowPlan = {
  readonly ms: number;
  readonly turn: Turn;
  readonly analyst: Analyst;
  readonly neighbour: Neighbour;
};

/** What is beside both compaction and another tells of neither. */
type Window = {
  readonly beside: Beside | 'both';
  readonly sample: Sample;
  readonly asked: number;
  readonly failures: number;
};

async function measureWindow(load: Load, pid: number, plan: WindowPlan): Promise<Window> {
  const { turn, analyst, neighbour } = plan;
  const stop = new AbortController();
  const reading = turn === 'reading' ? ask(analyst, stop.signal) : Promise.resolve(0);
  if (turn === 'neighbour') neighbour.work();
  const start = threadMicros(pid);
  const began = performance.now();
  const { requests, failures } = await load.run(plan.ms);
  const ms = performance.now() - began;
  const spent = spentBetween(start, threadMicros(pid));
  neighbour.rest();
  stop.abort();
  const asked = await reading;
  const events = requests * EVENTS_PER_REQUEST[KIND];
  const spentBy = (names: RegExp) =>
    sum([...spent].filter(([thread]) => names.test(nameOfThread(pid, thread))));
  const isCompacting = spentBy(/^compaction$/) > ms * 1000 * BUSY_SHARE;
  const besideCompaction = turn === 'nothing' ? 'compaction' : 'both';
  const sample = { own: spentBy(STORING) / events, perSecond: (events / ms) * 1000 };
  return { beside: isCompacting ? besideCompaction : turn, sample, asked, failures };
}

/** How many questions were answered until it is over. */
async function ask({ address, readKey }: Analyst, signal: AbortSignal): Promise<number> {
  const headers = { Authorization: `Bearer ${readKey}` };
  for (let count = 0; ; count += 1) {
    const response = await fetch(address, { headers });
    if (!response.ok) throw new Error(`A question was answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
    const isOver = await sleep(QUESTION_EVERY_MS, false, { signal }).catch(() => true);
    if (isOver) return count + 1;
  }
}

function report(samples: Readonly<Record<Beside, readonly Sample[]>>): void {
  const median = (beside: Beside, of: (sample: Sample) => number) => quantile(samples[beside].map(of), 0.5);
  const alone = median('nothing', ({ own }) => own);
  for (const beside of BESIDE) {
    if (samples[beside].length === 0) {
      console.log(`  beside ${beside.padEnd(10)} no window: give more --rounds`);
      continue;
    }
    const own = median(beside, (sample) => sample.own);
    const more = ((own / alone - 1) * 100).toFixed(1);
    console.log(
      `  beside ${beside.padEnd(10)} ${own.toFixed(1)} µs/event of the storing threads` +
        `${beside === 'nothing' ? '' : `, ${more} % more${beside === 'neighbour' ? '' : `, aim ${AIM}`}`}; ` +
        `${Math.round(median(beside, ({ perSecond }) => perSecond))} events/s; ${samples[beside].length} windows`,
    );
  }
}

function spentBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Map<string, number> {
  return new Map([...after].map(([thread, micros]) => [thread, micros - (before.get(thread) ?? 0)]));
}

const sum = (spent: readonly (readonly [string, number])[]) =>
  spent.reduce((all, [, micros]) => all + micros, 0);
