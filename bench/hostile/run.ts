import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { asOperator, createProject } from '@cvq/collector';
import { openControlStore, openEventLog, openReports } from '@cvq/storage';
import { quantile } from '../ingest/windows.ts';
import { ATTACKS } from './attacks.ts';
import { startDecoy } from './decoy.ts';
import { halfACore } from './half-a-core.ts';
import { startTraffic } from './normal-traffic.ts';
import { readProbe } from './read-probe.ts';
import { LIMIT_MB, startVictim, type Victim } from './victim.ts';

/**
 * Attacks on a collector with the memory of a small container, each by one address with half a core, while a shop goes on
 * as always. It must live, answer normal traffic nearly as before, and lose nothing that it acknowledged.
 */
const { values: options } = parseArgs({
  options: {
    attacks: { type: 'string', default: Object.keys(ATTACKS).join(',') },
    'quiet-ms': { type: 'string', default: '10000' },
    'attack-ms': { type: 'string', default: '15000' },
    /** Put the table into the README. */
    write: { type: 'boolean', default: false },
  },
});
const QUIET_MS = Number(options['quiet-ms']);
const ATTACK_MS = Number(options['attack-ms']);
const WARM_MS = 3000;
/** Read when they are first asked for: a start-up cost, and no attack. */
const MADE_ONCE = ['/', '/sdk.js', '/docs/errors', '/v1/openapi.json'];
const ATTACKER = fileURLToPath(new URL('attacker.ts', import.meta.url));
const MAX_RATIO = 2;
const MAX_HEALTH_MS = 100;
/** Each sale of normal traffic is worth ten euros; what a thief tells again is worth nothing. */
const MINOR_A_SALE = 1000;

type Result = Awaited<ReturnType<typeof attack>>;

const results: Result[] = [];
for (const name of options.attacks.split(',')) {
  const result = await attack(name);
  results.push(result);
  console.log(lineOf(result));
}
const missed = results.filter((result) => !isMet(result)).map(({ name }) => name);
const machine = `${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}`;
console.log(`\n${machine}. ${missed.length === 0 ? 'All met.' : `MISSED: ${missed.join(', ')}`}`);
if (options.write) writeTable();
process.exitCode = missed.length === 0 ? 0 : 1;

async function attack(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'cvq-hostile-'));
  const shop = await makeShop(folder);
  const probe = `${folder}.probe`;
  const victim = await startVictim(folder, probe);
  const traffic = startTraffic({ port: victim.port, ...shop });
  for (const path of MADE_ONCE) await (await fetch(`http://127.0.0.1:${victim.port}${path}`)).arrayBuffer();
  await sleep(WARM_MS);
  traffic.nextPhase();
  const quietFrom = Date.now();
  await watchHeap(victim, QUIET_MS);
  const quiet = traffic.nextPhase();
  const quietTo = Date.now();
  await attackDecoy(name, shop.key, () => watchHeap(victim, ATTACK_MS));
  const beside = traffic.nextPhase();
  const before = bytesIn(folder);
  const attacker = startAttacker(name, victim.port, shop.key);
  const attackFrom = Date.now();
  const heap = await watchHeap(victim, ATTACK_MS);
  const during = traffic.nextPhase();
  const attackTo = Date.now();
  const attackerShare = attacker.end();
  await traffic.stop();
  const grown = bytesIn(folder) - before;
  const isAlive = victim.isAlive();
  await victim.stop();
  const { stored, sales } = await readBack(folder, shop.key);
  const lost = [...traffic.acknowledged].filter((id) => !stored.has(id)).length;
  const result = {
    name,
    isAlive,
    peak: victim.peakMegabytes(),
    heap,
    quiet: quantile(quiet.normal, 0.99),
    beside: quantile(beside.normal, 0.99),
    during: quantile(during.normal, 0.99),
    health: quantile(during.health, 0.99),
    failed: during.failed,
    requests: during.normal.length,
    acknowledged: traffic.acknowledged.size,
    lost,
    sales: `${sales}/${traffic.sales()}`,
    areSalesKept: sales === traffic.sales(),
    grown: grown / 1_048_576,
    attackerShare,
    loops: ['main', 'writer-thread'].map((thread) => ({
      quiet: readProbe(probe, thread, { from: quietFrom, to: quietTo }),
      during: readProbe(probe, thread, { from: attackFrom, to: attackTo }),
    })),
  };
  rmSync(folder, { recursive: true });
  rmSync(probe, { force: true });
  return result;
}

function startAttacker(name: string, port: number, key: string): { end(): number } {
  const args = [ATTACKER, name, String(port), '127.0.0.66', key];
  return halfACore(spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
}

/** The same attack on another program of the machine: what it costs normal traffic by the processors that both share. */
async function attackDecoy(name: string, key: string, during: () => Promise<unknown>): Promise<void> {
  const decoy = await startDecoy();
  const attacker = startAttacker(name, decoy.port, key);
  await during();
  attacker.end();
  await decoy.stop();
}

async function makeShop(folder: string): Promise<{ key: string; serverKey: string }> {
  const control = openControlStore({ folder, migrate: true });
  const fields = { domain: 'shop.example', name: 'Shop', timezone: 'UTC', currency: 'EUR', hosts: null };
  const { project, serverKey } = await createProject(asOperator(control, Date.now), fields);
  await control.close();
  return { key: project.id, serverKey };
}

/** The most of the heap that was seen, once a second. */
async function watchHeap(victim: Victim, ms: number): Promise<number> {
  const until = performance.now() + ms;
  let most = 0;
  while (performance.now() < until && victim.isAlive()) {
    most = Math.max(most, await victim.heapMegabytes());
    await sleep(Math.min(1000, Math.max(0, until - performance.now())));
  }
  return most;
}

/** What is in the store, asked by another process than the one that wrote it; and how many sales still count. */
async function readBack(folder: string, project: string) {
  const log = openEventLog({ folder, migrate: false });
  const reports = openReports({ folder, migrate: false });
  const stored = new Set<string>();
  let after: Parameters<typeof log.events>[1] = null;
  for (;;) {
    const page = await log.events(project, after, 5000);
    for (const { event } of page.events) stored.add(`evt_${event.id.ms}_${event.id.suffix}`);
    if (page.next === null) break;
    after = page.next;
  }
  const day = 86_400_000;
  const period = { from: Date.now() - day, to: Date.now() + day };
  const { values } = await reports.totals({ project, bots: 'excluded' }, period);
  await reports.close();
  await log.close();
  const minor = values.find(({ currency }) => currency === 'EUR')?.minor ?? 0;
  return { stored, sales: minor / MINOR_A_SALE };
}

function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

function isMet({ isAlive, peak, quiet, during, health, lost, failed, areSalesKept }: Result): boolean {
  const isQuick = during <= quiet * MAX_RATIO && health <= MAX_HEALTH_MS;
  return isAlive && peak <= LIMIT_MB && isQuick && lost === 0 && failed === 0 && areSalesKept;
}

function cellsOf(result: Result): string[] {
  const { name, isAlive, peak, heap, quiet, beside, during, health, failed, requests } = result;
  return [
    name,
    isAlive ? 'yes' : 'NO',
    `${peak.toFixed(0)} MB`,
    `${heap.toFixed(0)} MB`,
    `${quiet.toFixed(1)} ms`,
    `${beside.toFixed(1)} ms`,
    `${during.toFixed(1)} ms`,
    (during / quiet).toFixed(1),
    (during / beside).toFixed(1),
    ...result.loops.map((loop) => `${loop.quiet.toFixed(1)} → ${loop.during.toFixed(1)} ms`),
    result.attackerShare.toFixed(2),
    `${health.toFixed(1)} ms`,
    `${failed} of ${requests}`,
    `${result.acknowledged}, ${result.lost} lost`,
    result.sales,
    `${result.grown.toFixed(1)} MB`,
    isMet(result) ? 'met' : 'MISSED',
  ];
}

function lineOf(result: Result): string {
  return `| ${cellsOf(result).join(' | ')} |`;
}

function writeTable(): void {
  const heads =
    'attack,alive,peak RSS,heap,p99 before,p99 beside,p99 during,to before,to beside,loop late,writer late,attacker’s cores,healthz p99,failed,acknowledged,sales kept,disk,';
  const rule = heads.replaceAll(/[^,]*,/g, '---|');
  const table = [`| ${heads.replaceAll(',', ' | ')}`, `|${rule}`, ...results.map(lineOf)].join('\n');
  const file = fileURLToPath(new URL('figures.md', import.meta.url));
  writeFileSync(file, `# Figures of the last run\n\n${machine}.\n\n${table}\n`);
}
