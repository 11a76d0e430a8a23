import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../test/builders/free-port.ts';
import { runCvq } from '../run-cvq.ts';
import { type StoredEvent, storedEvents } from '../stored-event.ts';
import type { Answer, Receiver } from './receiver.ts';

const CVQ = path.resolve(import.meta.dirname, '../../packages/collector/bin/cvq.js');
/** Longer than a collector takes to start on a machine that does much else. */
const START_LIMIT_MS = 60_000;
/** Longer than a collector takes to finish what it accepted. */
const END_LIMIT_MS = 60_000;

/** A collector with an empty project, in a folder of its own. */
export type CollectorProgram = {
  readonly address: string;
  readonly project: string;
  readonly receive: Receiver;
  /** What `cvq` needs to find its stores. */
  readonly env: NodeJS.ProcessEnv & { readonly CVQ_DATA: string };
  /** Everything that it has stored for that project. */
  stored(): Promise<StoredEvent[]>;
  /** Ends it as a supervisor does; rejects unless it leaves in peace. */
  end(): Promise<void>;
};

/** `settings`: of its environment, beside those that every test needs. */
export async function startCollector(
  settings: Readonly<Record<string, string>> = {},
): Promise<CollectorProgram> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cvq-sdk-'));
  const port = await freePort();
  const env = { ...withoutSettings(process.env), ...settings, CVQ_DATA: folder, PORT: String(port) };
  const made = await runCvq(env, 'project', 'create', '--domain', 'localhost', '--json');
  const { id: project } = JSON.parse(made) as { id: string };
  const server = spawn(process.execPath, [CVQ, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const complaints = text(server.stderr);
  const address = `http://127.0.0.1:${port}`;
  await untilReady(server, address, complaints);
  return {
    address,
    project,
    receive: (request, body) => forward(address, request, body),
    env,
    stored: () => storedEvents(env, project),
    async end() {
      await leave(server, complaints).finally(() => rm(folder, { recursive: true, force: true }));
    },
  };
}

async function leave(server: ChildProcess, complaints: Promise<string>): Promise<void> {
  const impatience = setTimeout(() => server.kill('SIGKILL'), END_LIMIT_MS);
  if (server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  clearTimeout(impatience);
  if (server.exitCode !== 0)
    throw new Error(`cvq serve ended with ${server.exitCode} on SIGTERM. It said:\n${await complaints}`);
}

async function forward(
  address: string,
  { method = 'GET', url = '', headers }: IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  const passed = ['content-type', 'user-agent', 'accept-language', 'origin', 'referer']
    .map((name) => [name, headers[name]])
    .filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  const response = await fetch(address + url, {
    method,
    headers: passed,
    ...(method === 'POST' ? { body: new Uint8Array(body) } : {}),
  });
  const kept = [...response.headers].filter(([name]) =>
    /^(content-type|retry-after|access-control-.*)$/.test(name),
  );
  return {
    status: response.status,
    headers: Object.fromEntries(kept),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** The machine's own settings must not reach the collector, which refuses those that it does not know. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('CVQ_')));
}

async function untilReady(server: ChildProcess, address: string, complaints: Promise<string>): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    if (server.exitCode !== null) throw new Error(`cvq serve ended: ${await complaints}`);
    const response = await fetch(`${address}/readyz`).catch(() => null);
    if (response?.status === 200) return;
    await pause(50);
  }
  server.kill('SIGKILL');
  throw new Error('cvq serve is not ready.');
}
