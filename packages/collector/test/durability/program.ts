import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** The program as it is installed: what a person starts, and what a machine kills. */
const CVQ = join(import.meta.dirname, '..', '..', 'bin', 'cvq.js');

/** Replaces a part of the collector by one that is wrong, so that a test proves that it would see it. */
const MUTANT_PRELOAD = join(import.meta.dirname, 'mutants', 'preload.ts');
export type Mutant = 'hasty' | 'forgetful' | 'mortal' | 'stillborn' | 'stumbling' | 'unsynced';

type ProgramOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly mutant?: Mutant | undefined;
};

/** A collector in a process of its own. */
export type Program = {
  readonly pid: number;
  readonly port: number;
  /** What it has logged so far: JSON lines. */
  log(): string;
  /** End it at once, as a power switch or the kernel does, and wait until it is gone. */
  kill(): Promise<void>;
  /** Ask it to end, and wait for its exit code. */
  terminate(): Promise<number | null>;
  signal(name: NodeJS.Signals): void;
  readonly exited: Promise<number | null>;
};

/** Processes that a failed test leaves behind are ended with it. */
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Start `cvq serve` without waiting for it to listen. */
export function launch(folder: string, { env = {}, mutant }: ProgramOptions = {}) {
  const preload = mutant === undefined ? [] : ['--import', MUTANT_PRELOAD];
  const child = spawn(process.execPath, [...preload, CVQ, 'serve'], {
    env: { ...environmentFor(folder), ...(mutant && { MUTANT: mutant }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let printed = '';
  let logged = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk) => {
    logged += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve)).finally(() =>
    running.delete(child),
  );
  return { child, exited, printed: () => printed, logged: () => logged };
}

/** Start `cvq serve` on a free port, and wait until it listens. */
export async function serve(folder: string, options: ProgramOptions = {}): Promise<Program> {
  const { child, exited, printed, logged } = launch(folder, options);
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  for (;;) {
    const port = /listening on http:\/\/[^:]+:(\d+)\n/.exec(printed())?.[1];
    if (port !== undefined) return programOf({ child, exited, logged, port: Number(port) });
    if (ended) throw new Error(`cvq serve ended instead of listening:\n${logged()}`);
    await Promise.race([once(child.stdout as NodeJS.EventEmitter, 'data'), exited]);
  }
}

function programOf(parts: {
  child: ChildProcess;
  exited: Promise<number | null>;
  logged: () => string;
  port: number;
}): Program {
  const { child, exited, logged, port } = parts;
  return {
    pid: child.pid as number,
    port,
    log: logged,
    exited,
    signal: (name) => void child.kill(name),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    terminate() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

type Finished = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Run a command of `cvq` on a folder to its end. */
function cvq(folder: string, ...command: readonly string[]): Promise<Finished> {
  return new Promise((resolve) => {
    const options = { env: environmentFor(folder), maxBuffer: 2 ** 30 };
    execFile(process.execPath, [CVQ, ...command], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
  });
}

/** What a command prints as JSON; a command that fails is a failure of the test. */
export async function cvqJson<Printed>(folder: string, ...command: readonly string[]): Promise<Printed> {
  const { code, stdout, stderr } = await cvq(folder, ...command, '--json');
  if (code !== 0) throw new Error(`cvq ${command.join(' ')} failed: ${stderr}${stdout}`);
  return JSON.parse(stdout) as Printed;
}

/** The settings of the machine must not change a test, so only what a process needs is passed on. */
function environmentFor(folder: string): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  const unlimited = { CVQ_BROWSER_RATE: '0', CVQ_BROWSER_BYTES: '0', CVQ_PROJECT_BYTES: '0' };
  return { PATH, HOME, TMPDIR, PORT: '0', CVQ_DATA: folder, CVQ_LOG_LEVEL: 'info', ...unlimited };
}

export type Project = { readonly id: string; readonly server_key: string };

export function createProject(folder: string, ...options: readonly string[]): Promise<Project> {
  return cvqJson<Project>(folder, 'project', 'create', '--domain', 'shop.example', ...options);
}

/** An event as `cvq events export` writes it. */
export type ExportedEvent = {
  readonly event_id: string;
  readonly event_type: string;
  readonly timestamp: string;
  readonly received_at: string;
  readonly origin: string;
  readonly excluded: string | null;
  readonly session_id: string | null;
  readonly visitor_id: string | null;
  readonly user_id: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>>;
  readonly conversion: {
    readonly order_id: string | null;
    readonly value: number | null;
    readonly currency: string | null;
  } | null;
} & Readonly<Record<string, unknown>>;

/** Everything that is stored for a project, oldest first. */
export async function exported(folder: string, project: string): Promise<ExportedEvent[]> {
  const { code, stdout, stderr } = await cvq(folder, 'events', 'export', '--project', project);
  if (code !== 0) throw new Error(`cvq events export failed: ${stderr}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ExportedEvent);
}

/** What `cvq check` says of every store; "ok" when nothing is broken. */
export async function checked(folder: string): Promise<string> {
  const { code, stdout, stderr } = await cvq(folder, 'check');
  return code === 0 ? 'ok' : `${stdout}${stderr}`;
}

/** A folder that is gone after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cvq-durability-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Memory that a process holds, in MB; 0 where the system does not tell. */
export function residentMegabytes(pid: number): number {
  const file = `/proc/${pid}/status`;
  const kilobytes = existsSync(file) && /VmRSS:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1];
  return Math.round(Number(kilobytes || 0) / 1024);
}

/** True when every thread of a process is stopped. */
export function isStopped(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).every((thread) => {
    const state = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1');
    return state.slice(state.lastIndexOf(')') + 2, state.lastIndexOf(')') + 3) === 'T';
  });
}

/** Ask again until it is so. The bound is a failure's, never a pass's. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, boundMs = 20_000) {
  const started = performance.now();
  while (!(await isSo())) {
    if (performance.now() - started > boundMs) throw new Error(`Not within ${boundMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return performance.now() - started;
}
