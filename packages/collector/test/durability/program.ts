import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderWithStores } from '../../../../test/builders/folder-with-stores.ts';
import { type Program as Launched, start } from '../program.ts';
import { type Printed, runInProcess } from '../run-in-process.ts';

export { temporaryFolder } from '../../../../test/builders/temporary-folder.ts';

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
  /** Where it listens, and the links that it gives. */
  stdout(): string;
  /** End it at once, as a power switch or the kernel does, and wait until it is gone. */
  kill(): Promise<void>;
  /** Ask it to end, and wait for its exit code. */
  terminate(): Promise<number | null>;
  signal(name: NodeJS.Signals): void;
  readonly exited: Promise<number | null>;
};

/** Start `cvq serve` without waiting for it to listen. */
export function launch(folder: string, { env = {}, mutant }: ProgramOptions = {}): Launched {
  const preload = mutant === undefined ? [] : ['--import', MUTANT_PRELOAD];
  return start(['serve'], { ...settingsFor(folder), ...(mutant && { MUTANT: mutant }), ...env }, preload);
}

/** Start `cvq serve` on a free port, and wait until it listens. */
export async function serve(folder: string, options: ProgramOptions = {}): Promise<Program> {
  const program = launch(folder, options);
  const [, port] = await program.printed('stdout', /listening on http:\/\/[^:]+:(\d+)\n/);
  const exited = program.exited.then(({ code }) => code);
  return {
    pid: program.pid,
    port: Number(port),
    log: program.stderr,
    stdout: program.stdout,
    exited,
    signal: program.kill,
    async kill() {
      program.kill('SIGKILL');
      await exited;
    },
    terminate() {
      program.kill('SIGTERM');
      return exited;
    },
  };
}

/** Run a command of `cvq` on a folder to its end, in this process: the collector that it works beside has another. */
function cvq(folder: string, ...command: readonly string[]): Promise<Printed> {
  return runInProcess(command, settingsFor(folder));
}

/** What a command prints as JSON; a command that fails is a failure of the test. */
export async function cvqJson<Printed>(folder: string, ...command: readonly string[]): Promise<Printed> {
  const { code, stdout, stderr } = await cvq(folder, ...command, '--json');
  if (code !== 0) throw new Error(`cvq ${command.join(' ')} failed: ${stderr}${stdout}`);
  return JSON.parse(stdout) as Printed;
}

/** Without limits for one address, since one sends all that a test sends. */
export function settingsFor(folder: string): Readonly<Record<string, string>> {
  const unlimited = { CVQ_BROWSER_RATE: '0', CVQ_BROWSER_BYTES: '0', CVQ_PROJECT_BYTES: '0' };
  return { PORT: '0', CVQ_DATA: folder, CVQ_LOG_LEVEL: 'info', ...unlimited };
}

export type Project = { readonly id: string; readonly server_key: string };

/** In new stores where the folder is empty. */
export function createProject(folder: string, ...options: readonly string[]): Promise<Project> {
  folderWithStores(folder);
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

/** Ask again until it is so, the longer it takes the less often. The bound is a failure's, never a pass's. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, boundMs = 20_000) {
  const started = performance.now();
  while (!(await isSo())) {
    const waitedMs = performance.now() - started;
    if (waitedMs > boundMs) throw new Error(`Not within ${boundMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(100, 20 + waitedMs / 20)));
  }
  return performance.now() - started;
}
