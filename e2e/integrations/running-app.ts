import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../test/builders/free-port.ts';
import type { CollectorProgram } from '../sdk/collector-program.ts';
import type { Framework } from './framework.ts';
import { appFolder } from './prepare-app.ts';

const START_LIMIT_MS = 60_000;
const POLL_MS = 100;

/** An application that is built for production and served. */
export type RunningApp = {
  readonly address: string;
  end(): Promise<void>;
};

/** Builds an installed application for a collector, and serves it. */
export async function runApp(framework: Framework, collector: CollectorProgram): Promise<RunningApp> {
  const folder = appFolder(framework.name);
  const env = { ...process.env, NODE_ENV: 'production', ...settingsFor(collector) };
  const building = await start(folder, framework.build, env);
  if ((await building.ended) !== 0) throw new Error(`${framework.build.join(' ')}:\n${building.said()}`);
  const port = await freePort();
  const serving = await start(folder, framework.serve(port), env);
  const address = `http://localhost:${port}`;
  await untilServed(serving, address);
  return {
    address,
    async end() {
      serving.child.kill('SIGTERM');
      await serving.ended;
    },
  };
}

/** Each framework hands variables of its own prefix to the browser. */
function settingsFor({ project, address }: CollectorProgram): NodeJS.ProcessEnv {
  const prefixes = ['VITE_', 'NEXT_PUBLIC_', 'PUBLIC_'];
  const keys = prefixes.flatMap((prefix) => [
    [`${prefix}CVQ_KEY`, project],
    [`${prefix}CVQ_ENDPOINT`, address],
  ]);
  return { ...Object.fromEntries(keys), NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };
}

type Program = { readonly child: ChildProcess; readonly ended: Promise<number | null>; said(): string };

/** Starts a program of an installed package itself, so that a signal reaches it and no shell. */
async function start(
  cwd: string,
  [name = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Program> {
  const file = await realpath(path.join(cwd, 'node_modules/.bin', name));
  const child = spawn(process.execPath, [file, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += part));
  const ended = once(child, 'close').then(() => child.exitCode);
  return { child, ended, said: () => said };
}

async function untilServed({ child, said }: Program, address: string): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    if (child.exitCode !== null) throw new Error(`The application ended:\n${said()}`);
    const response = await fetch(address).catch(() => null);
    if (response?.ok) return;
    await pause(POLL_MS);
  }
  child.kill('SIGKILL');
  throw new Error(`The application is not served:\n${said()}`);
}
