import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/builders/free-port.ts';

/** A server under load, and what it costs. */
export type Server = {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** Processor time of the whole process so far, all threads, in microseconds. */
  cpuMicroseconds(): number;
  residentBytes(): number;
  stop(): Promise<void>;
};

const CLOCK_TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK']));
const PAGE_BYTES = Number(execFileSync('getconf', ['PAGESIZE']));

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const PROGRAMS = {
  floor: [file('floor-server.ts')],
  express: [file('express-server.ts')],
  collector: [file('../../packages/collector/bin/cvq.js'), 'serve'],
} as const;

/** One machine sends what many do. */
export const WITHOUT_QUOTAS = { CVQ_BROWSER_BYTES: '0', CVQ_BROWSER_DAY_BYTES: '0', CVQ_PROJECT_BYTES: '0' };

type Start = {
  readonly name: string;
  readonly program: readonly string[];
  readonly folder: string;
  /** Of the environment, beside those of every bench. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** Start a server as a process of its own and wait until it listens. */
export async function startServer({ name, program, folder, settings = {} }: Start): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, program, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      CVQ_DATA: folder,
      CVQ_LOG_LEVEL: 'warn',
      CVQ_BROWSER_RATE: '0',
      ...(name === 'collector' && WITHOUT_QUOTAS),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    child.stdout?.once('data', resolve);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it listened`)));
  });
  child.stdout?.resume();
  return {
    name,
    port,
    pid: child.pid as number,
    cpuMicroseconds: () => cpuOf(child.pid as number),
    residentBytes: () => Number(procFile(child.pid as number, 'statm').split(' ')[1]) * PAGE_BYTES,
    stop: () => stop(child),
  };
}

function cpuOf(pid: number): number {
  const fields = procFile(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND) * 1e6;
}

function procFile(pid: number, name: string): string {
  return readFileSync(`/proc/${pid}/${name}`, 'utf8');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
