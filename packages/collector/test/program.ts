import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Printed, runInProcess } from './run-in-process.ts';
import { runUntilFileEnds } from './run-until-file-ends.ts';

export type { Printed } from './run-in-process.ts';

const PROGRAM = join(import.meta.dirname, '../bin/cvq.js');

export type Settings = Readonly<Record<string, string>>;

/**
 * Run `cvq` with settings of its own, in this process: none of the tests' environment is a setting of cvq. Only a
 * collector gets a process, which it needs for its signals and for its log.
 */
export async function cvq(args: readonly string[], settings: Settings): Promise<Printed> {
  if (args[0] === 'serve') return cvqProcess(args, settings);
  return runInProcess(args, settings);
}

/** As `cvq`, in a process of its own, as a shell runs it. */
export async function cvqProcess(args: readonly string[], settings: Settings): Promise<Printed> {
  const program = start(args, settings);
  const { code } = await program.exited;
  return { code, stdout: program.stdout(), stderr: program.stderr() };
}

export type Program = {
  readonly pid: number;
  stdout(): string;
  stderr(): string;
  kill(signal: NodeJS.Signals): void;
  /** Read no more of what it prints, as `head` does. */
  closeStdout(): void;
  /** Resolves once the pattern is in what was printed, rejects when the program ends without it. */
  printed(where: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** Start `cvq`, by Node.js with these options; it is killed after the tests of the file, should it still run. */
export function start(
  args: readonly string[],
  settings: Settings,
  nodeOptions: readonly string[] = [],
): Program {
  const others = Object.entries(process.env).filter(
    ([name]) => !/^(CVQ_|PORT$|HOST$|NODE_OPTIONS$)/.test(name),
  );
  const child = spawn(process.execPath, [...nodeOptions, PROGRAM, ...args], {
    env: { ...Object.fromEntries(others), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  runUntilFileEnds(child);
  const text = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (piece: string) => {
      text[name] += piece;
      for (const wake of waiting) wake();
    });
  }
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  return {
    pid: child.pid as number,
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    kill: (signal) => void child.kill(signal),
    closeStdout: () => void child.stdout.destroy(),
    exited,
    printed(where, pattern) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(text[where]);
          if (match === null) return;
          waiting.delete(look);
          resolve(match);
        };
        waiting.add(look);
        look();
        void exited.then(({ code }) => reject(new Error(`cvq ended with ${code}: ${text.stderr}`)));
      });
    },
  };
}

/** Start `cvq serve` on a free port and wait until it listens. */
export async function serve(settings: Settings): Promise<Program & { readonly port: number }> {
  const program = start(['serve'], { PORT: '0', ...settings });
  const [, port] = await program.printed('stdout', /listening on http:\/\/127\.0\.0\.1:(\d+)/);
  return { ...program, port: Number(port) };
}
