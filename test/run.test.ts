import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const RUN = path.resolve(import.meta.dirname, '../scripts/run.mjs');

/** As a collector that a test holds: it ends by no signal that it could hear. */
const STUBBORN = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  setInterval(() => {}, 1000);
  process.stdout.write('stubborn ' + process.pid + '\\n');`;

/** As a runner of tests, which ends by a signal at once, and leaves to themselves those that it started. */
const RUNNER = `
  const { spawn } = require('node:child_process');
  spawn(process.execPath, ['-e', process.env.STUBBORN], { stdio: 'inherit' });
  setInterval(() => {}, 1000);`;

const OUTERMOST = `
  import { runNamed } from ${JSON.stringify(RUN)};
  await runNamed('tests', process.execPath, ['-e', process.env.RUNNER]);`;

function isAlive(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  if (!existsSync('/proc/self/stat')) return isThere(pid);
  return existsSync(file) && !/\) Z/.test(readFileSync(file, 'latin1'));
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a runner of tests that %s ends leaves no program behind that a test has started',
  async (signal) => {
    const outermost = spawn(process.execPath, ['--input-type=module', '-e', OUTERMOST], {
      env: { ...process.env, STUBBORN, RUNNER },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => outermost.once('exit', resolve));
    const pid = await new Promise<number>((resolve) => {
      outermost.stdout.setEncoding('utf8').on('data', (text: string) => {
        const [, found] = /stubborn (\d+)/.exec(text) ?? [];
        if (found !== undefined) resolve(Number(found));
      });
    });
    try {
      expect(isAlive(pid)).toBe(true);
      outermost.kill(signal);
      await ended;
      await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
    } finally {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    }
  },
);
