import { AsyncLocalStorage } from 'node:async_hooks';

/** All that a command has of the world around it, so that one process can run several, each with its own. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly now: () => number;
  /** What the command ends with, unless it fails by an error. */
  exitCode: number;
  /** Nobody can read what is written to stdout. */
  readonly dropsOutput?: boolean;
  /** What the command is printing at its end. */
  printing?: Printing;
};

/** What there is to say where what is printed is lost. */
export type Printing = {
  /** What has been done, and what to do. */
  readonly ifLost: string;
  /** Whether it holds what nobody can be shown again. */
  readonly isShownOnce: boolean;
};

const current = new AsyncLocalStorage<Terminal>();

/** The terminal that the running command was started at. */
export function terminal(): Terminal {
  const found = current.getStore();
  if (found === undefined) throw new Error('No command is running: a command is started by runCommand.');
  return found;
}

/** Runs a command as if it had been started at another terminal. */
export function atTerminal<Result>(where: Terminal, run: () => Result): Result {
  return current.run(where, run);
}
