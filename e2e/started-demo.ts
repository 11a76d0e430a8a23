import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REPORT_LIMITS } from '../packages/storage/dist/report-limits.js';
import { openCompactionThread } from '../packages/storage/dist/sqlite/compaction/open-compaction-thread.js';
import { freePort } from '../test/builders/free-port.ts';
import { madeOnce } from './made-once.ts';
import { runCvq } from './run-cvq.ts';

const CVQ = path.resolve(import.meta.dirname, '../packages/collector/bin/cvq.js');

/** What `npm start` leaves running once it has installed and built: a demo project, and a collector that says how to open it. */
export type StartedDemo = {
  readonly port: number;
  /** Where its stores are. */
  readonly folder: string;
  readonly project: string;
  /** The link that opens the demo, signed in. */
  readonly demoLink: string;
  readonly setUpLink: string;
  end(): Promise<void>;
};

/** Demos that run as long as there are tests, by the days of their history. */
const lookedAt = new Map<number, Promise<StartedDemo>>();

/** One demo for all tests of a process that change nothing in it: they share its collector, which is warm by then. */
export function demoToLookAt(days: number): Promise<StartedDemo> {
  const started = lookedAt.get(days) ?? startUntilExit(days);
  lookedAt.set(days, started);
  return started;
}

async function startUntilExit(days: number): Promise<StartedDemo> {
  const { server, ...demo } = await startServer(days, {});
  process.once('exit', () => {
    server.kill('SIGKILL');
    rmSync(demo.folder, { recursive: true, force: true });
  });
  return demo;
}

/** `days`: how long the history of the demo is; `settings`: of the collector, besides where it is. */
export async function startDemo(
  days = 0,
  settings: Readonly<Record<string, string>> = {},
): Promise<StartedDemo> {
  // One page is read at a time, and what reads for it starts once.
  const { server: _, ...demo } = await startServer(days, { CVQ_READERS: '1', ...settings });
  return demo;
}

async function startServer(
  days: number,
  settings: Readonly<Record<string, string>>,
): Promise<StartedDemo & { readonly server: ChildProcess }> {
  const { project, folder } = await copyOfDemo(days);
  const port = await freePort();
  const env = { ...ownEnvironment(), CVQ_DATA: folder, PORT: String(port), ...settings };
  const server = spawn(process.execPath, [CVQ, 'serve', '--demo'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let logged = '';
  server.stderr.setEncoding('utf8').on('data', (piece: string) => {
    logged += piece;
  });
  const printed = await untilPrinted(server.stdout, /Set up +\S+/);
  return {
    ...{ server, port, folder, project },
    demoLink: /Open the demo +(\S+)/.exec(printed)?.[1] ?? '',
    setUpLink: /Set up +(\S+)/.exec(printed)?.[1] ?? '',
    async end() {
      const hasEnded = server.exitCode !== null || server.signalCode !== null;
      if (hasEnded) throw new Error(`cvq serve ended by itself, ${server.exitCode}: ${logged}`);
      server.kill('SIGTERM');
      await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Stores = { readonly project: string; readonly folder: string };

/** A demo of one's own: what takes seconds, its history, is made once, and copied. */
async function copyOfDemo(days: number): Promise<Stores> {
  const made = await madeOnce(`demo-of-${days}-days`, async (folder) => {
    const env = { ...ownEnvironment(), CVQ_DATA: path.join(folder, 'stores') };
    const printed = await runCvq(env, 'demo', '--days', String(days), '--json');
    await compact(path.join(folder, 'stores/events.db'), (JSON.parse(printed) as Stores).project);
    await writeFile(path.join(folder, 'demo.json'), printed);
  });
  const { project } = JSON.parse(await readFile(path.join(made, 'demo.json'), 'utf8')) as Stores;
  const folder = await mkdtemp(path.join(tmpdir(), 'cvq-demo-'));
  await cp(path.join(made, 'stores'), folder, { recursive: true });
  return { project, folder };
}

/** As the collector of each copy would do, soon after the first question. */
async function compact(file: string, project: string): Promise<void> {
  const compaction = openCompactionThread(file, REPORT_LIMITS.archiveHours.default);
  while ((await compaction.compact(project, null)).daysLeft > 0);
  await compaction.close();
}

/** None of the settings that tests run with are the demo's. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CVQ_')));
}

async function untilPrinted(output: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  let printed = '';
  for await (const piece of output) {
    printed += String(piece);
    if (pattern.test(printed)) return printed;
  }
  throw new Error(`cvq serve ended after: ${printed}`);
}
