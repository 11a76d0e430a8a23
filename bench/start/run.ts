import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLog, readConfig, startCollector } from '@cvq/collector';
import { PROGRAMS, startServer } from '../ingest/servers.ts';

/**
 * What a start costs, in processor time of all threads, which a busy machine disturbs less than the time on the clock:
 * of `cvq serve` until it listens, of a collector in a process that has loaded its modules before, as tests start it, and
 * of a command that asks a store.
 */
const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '9' } } });
const runs = Number(options.runs);
const folder = mkdtempSync(join(tmpdir(), 'cvq-start-'));

/** Written at its end by the command itself. */
const TELL_CPU =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process._rawDebug(user+system)})';

try {
  await tell('cvq serve', serve);
  await tell('collector in a test', inThisProcess);
  await tell('cvq project list', command);
} finally {
  rmSync(folder, { recursive: true });
}

/** The first of all is left out: it makes the stores. */
async function tell(name: string, microseconds: () => number | Promise<number>): Promise<void> {
  await microseconds();
  const costs: number[] = [];
  while (costs.length < runs) costs.push((await microseconds()) / 1000);
  costs.sort((one, other) => one - other);
  const [least, median] = [costs[0], costs[costs.length >> 1]].map((ms = 0) => ms.toFixed(0).padStart(5));
  console.log(`${name.padEnd(20)}  median ${median} ms of processor time, least ${least} ms`);
}

async function serve(): Promise<number> {
  const settings = { CVQ_BOT_NETWORKS: 'off' };
  const server = await startServer({ name: 'collector', program: PROGRAMS.collector, folder, settings });
  const cost = server.cpuMicroseconds();
  await server.stop();
  return cost;
}

async function inThisProcess(): Promise<number> {
  const data = mkdtempSync(join(folder, 'test-'));
  const config = readConfig({ PORT: '0', CVQ_DATA: data, CVQ_BOT_NETWORKS: 'off' });
  const before = process.cpuUsage();
  const collector = await startCollector({ config, log: createLog('silent') });
  const { user, system } = process.cpuUsage(before);
  await collector.close();
  return user + system;
}

function command(): number {
  const [program] = PROGRAMS.collector;
  const shell = ['-c', '"$@" 2>&1 >/dev/null', 'sh', process.execPath, `--import=${TELL_CPU}`];
  return Number(
    execFileSync('sh', [...shell, program, 'project', 'list'], {
      env: { PATH: process.env.PATH, CVQ_DATA: folder },
      encoding: 'utf8',
    }),
  );
}
