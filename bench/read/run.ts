import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROGRAMS, startServer } from '../ingest/servers.ts';
import { DAYS, dayOf, type Seeded, seed } from './seed.ts';

/**
 * What a question costs: the time from request to answer, over HTTP, of every operation over ninety days of a
 * million events, and of an overview of thirty days. The first answer is told apart; the processor time per answer
 * says what a busy machine hides.
 */
const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '30' },
    folder: { type: 'string' },
  },
});

const DAY = 86_400_000;
const STEPS = 'pageview,add_to_cart,purchase';
const IN_GERMANY = { filter: 'country:is:DE' };
const folder = options.folder ?? join(tmpdir(), `cvq-bench-read-${options.events}`);
const seeded = await seed(folder, Number(options.events));
const server = await startServer({ name: 'collector', program: PROGRAMS.collector, folder });
let missed = false;
try {
  console.log(`${options.events} events over ${DAYS} days, ${options.runs} runs each, milliseconds`);
  console.log(line('', ['first', 'p50', 'p95', 'target', 'CPU', 'RSS MB']));
  for (const [name, target, path] of questions(seeded)) await measure(name, { target, path });
} finally {
  await server.stop();
}
process.exitCode = missed ? 1 : 0;

async function measure(name: string, { target, path }: { target: number; path: string }): Promise<void> {
  const times: number[] = [];
  const before = server.cpuMicroseconds();
  for (let run = 0; run <= Number(options.runs); run += 1) times.push(await timeOf(path));
  const [first, ...others] = times as [number, ...number[]];
  const sorted = others.toSorted((a, b) => a - b);
  const quantile = (fraction: number) => sorted[Math.ceil(sorted.length * fraction) - 1] as number;
  missed ||= quantile(0.95) > target;
  const cpu = (server.cpuMicroseconds() - before) / 1000 / times.length;
  const resident = server.residentBytes() / 1e6;
  const figures = [first, quantile(0.5), quantile(0.95), target, cpu, resident];
  const cells = figures.map((figure) => figure.toFixed(0));
  console.log(line(name, cells) + (quantile(0.95) > target ? '  MISSED' : ''));
}

async function timeOf(path: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    headers: { Authorization: `Bearer ${seeded.token}` },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return performance.now() - started;
}

function questions({ project, lastDay }: Seeded): [name: string, target: number, path: string][] {
  const last = (days: number) => ({
    project,
    start_date: dayOf(Date.parse(lastDay) - (days - 1) * DAY),
    end_date: lastDay,
  });
  const about = (operation: string, days: number, more: Record<string, string> = {}) =>
    `/v1/analytics/${operation}?${new URLSearchParams({ ...last(days), ...more })}`;
  const conversions = (more: Record<string, string>) =>
    `/v1/conversions?${new URLSearchParams({ ...last(DAYS), limit: '100', ...more })}`;
  const breakdowns = ['source', 'campaign', 'page', 'entry_page', 'country', 'city', 'event_type'];
  return [
    ['overview 30 d', 100, about('overview', 30)],
    ['overview 90 d', 400, about('overview', DAYS)],
    ['timeseries 90 d by day', 400, about('timeseries', DAYS, { granularity: 'day' })],
    ['timeseries 7 d by hour', 400, about('timeseries', 7, { granularity: 'hour' })],
    ...breakdowns.map((dimension): [string, number, string] => [
      `breakdown 90 d by ${dimension}`,
      400,
      about('breakdown', DAYS, { dimension }),
    ]),
    ['breakdown 90 d by property:plan', 400, about('breakdown', DAYS, { dimension: 'property:plan' })],
    ['overview 90 d of one source', 400, about('overview', DAYS, { filter: 'source:is:google' })],
    ['overview 90 d of some pages', 400, about('overview', DAYS, { filter: 'page:contains:products/1' })],
    [
      'breakdown 90 d by page in one country',
      400,
      about('breakdown', DAYS, { dimension: 'page', ...IN_GERMANY }),
    ],
    ['funnel 90 d of visitors', 400, about('funnel', DAYS, { event_types: STEPS })],
    ['funnel 90 d of sessions', 400, about('funnel', DAYS, { event_types: STEPS, scope: 'session' })],
    ['overview 90 d beside the 90 d before', 400, about('overview', DAYS, { compare: 'previous_period' })],
    ['bots 90 d', 400, about('bots', DAYS)],
    ['spend 90 d', 400, about('spend', DAYS)],
    ['conversions 90 d, the first hundred', 400, conversions({})],
    ['conversions 90 d, from the 1,900th', 400, conversions({ offset: '1900' })],
  ];
}

function line(name: string, cells: readonly string[]): string {
  return name.padEnd(44) + cells.map((cell) => cell.padStart(8)).join('');
}
