import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { PROGRAMS } from '../../ingest/servers.ts';

type Files = { readonly folder: string; readonly input?: string; readonly output?: string };

/** A `cvq` command over a data folder that runs, and how it ended once it has. */
export type RunningCommand = { readonly pid: number; readonly ended: Promise<number> };

/** Starts a `cvq` command as a process of its own; it reads from and writes to files, and tells progress here. */
export function runCommand(args: readonly string[], { folder, input, output }: Files): RunningCommand {
  const opened: number[] = [];
  const open = (file: string, flags: string) => {
    const descriptor = openSync(file, flags);
    opened.push(descriptor);
    return descriptor;
  };
  const stdin = input === undefined ? 'ignore' : open(input, 'r');
  const stdout = output === undefined ? 'inherit' : open(output, 'w');
  const child = spawn(process.execPath, [PROGRAMS.collector[0], ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', CVQ_DATA: folder },
    stdio: [stdin, stdout, 'inherit'],
  });
  for (const descriptor of opened) closeSync(descriptor);
  const ended = once(child, 'exit').then(([code]) => (code as number | null) ?? 1);
  return { pid: child.pid as number, ended };
}
