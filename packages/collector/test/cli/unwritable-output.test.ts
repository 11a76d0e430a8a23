import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../collector.ts';
import { cvq, start } from '../program.ts';

// Each test starts several programs; on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 240_000 });

const PROGRAM = join(import.meta.dirname, '../../bin/cvq.js');
const settings = { CVQ_DATA: temporaryFolder() };

async function json<Value>(...args: string[]): Promise<Value> {
  return JSON.parse((await cvq([...args, '--json'], settings)).stdout) as Value;
}

type Id = { readonly id: string };
const { id: project } = await json<Id>('project', 'create', '--domain', 'shop.example');
const endpoint = ['--project', project, '--url', 'https://hooks.example/cvq', '--events', 'purchase'];
const { id: webhook } = await json<Id>('webhook', 'create', ...endpoint);

/** On a device that is always full, as systems for tests of exactly this have it. */
function onFullDisk(args: readonly string[]) {
  const inShell = ['-c', '"$0" "$@" > /dev/full', process.execPath, PROGRAM, ...args];
  const { status, stderr } = spawnSync('sh', inShell, {
    env: { PATH: process.env.PATH, ...settings },
    encoding: 'utf8',
  });
  return { status, stderr };
}

async function unread(args: readonly string[]) {
  const program = start(args, settings);
  program.closeStdout();
  const { code } = await program.exited;
  return { status: code, stderr: program.stderr() };
}

const SHOWN_ONCE: [args: string[], says: RegExp][] = [
  [['key', 'create', '--name', 'x'], /Key (key_\w+) has been created, .* Revoke it.*: cvq key revoke \1\n$/],
  [
    ['project', 'create', '--domain', 'b.example'],
    /Project (proj_\w+) has been created, .* Delete it, .*: cvq project delete \1\n$/,
  ],
  [
    ['webhook', 'create', ...endpoint, '--json'],
    /Endpoint (whe_\w+) has been created, .*: cvq webhook rotate-secret \1 --overlap 0\n$/,
  ],
  [
    ['webhook', 'rotate-secret', webhook, '--overlap', '0'],
    /The secret of endpoint (whe_\w+) has been replaced, .*: cvq webhook rotate-secret \1\n$/,
  ],
];

describe.skipIf(!existsSync('/dev/full'))('on a full disk', () => {
  it.each(SHOWN_ONCE)('%j says what it did, and what to do about what nobody can read', (args, says) => {
    const { status, stderr } = onFullDisk(args);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^cvq: Standard output cannot be written: the disk is full\. .*\n$/);
    expect(stderr).toMatch(says);
  });

  it('a command that shows nothing once says that it has done what it was to do', () => {
    expect(onFullDisk(['project', 'update', project, '--name', 'Other'])).toEqual({
      status: 1,
      stderr:
        'cvq: Standard output cannot be written: the disk is full. If the command was to change something, that is done.\n',
    });
  });

  it('what is no result, such as help, is not complete', () => {
    expect(onFullDisk(['--help'])).toEqual({
      status: 1,
      stderr: 'cvq: Standard output cannot be written: the disk is full. What it has is not complete.\n',
    });
  });
});

it.each(SHOWN_ONCE)('%j fails where nobody reads what it shows once', async (args, says) => {
  const { status, stderr } = await unread(args);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^cvq: Standard output cannot be written: nobody reads it any more\. /);
  expect(stderr).toMatch(says);
});

it.skipIf(process.platform === 'win32').each(['>&-', '> /dev/null'])(
  'what is shown once is told to be lost where its output goes nowhere: %s',
  (redirection) => {
    const inShell = ['-c', `"$0" "$@" ${redirection}`, process.execPath, PROGRAM];
    const env = { PATH: process.env.PATH, ...settings };
    const told = (...args: string[]) =>
      spawnSync('sh', [...inShell, ...args], { env, encoding: 'utf8' }).stderr;
    expect(told('key', 'create', '--name', 'x')).toMatch(
      /^cvq: Standard output is closed or \/dev\/null\. Key (key_\w+) has been created, .*: cvq key revoke \1\n$/,
    );
    expect(told('key', 'list')).toBe('');
  },
);

it.skipIf(process.platform === 'win32').each([
  ['events', 'import', '--project', project],
  ['spend', 'import', '--project', project, '-'],
])('a folder in the place of standard input is no empty file: %s %s', (...args) => {
  const inShell = ['-c', '"$0" "$@" < /tmp', process.execPath, PROGRAM, ...args];
  const env = { PATH: process.env.PATH, ...settings };
  const { status, stdout, stderr } = spawnSync('sh', inShell, { env, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe('cvq: Standard input is a directory, and a file is needed.\n');
});

it('a collector goes on where nobody reads where it listens', async () => {
  const program = start(['serve'], { ...settings, PORT: '0' });
  program.closeStdout();
  await program.printed('stderr', /could not be written to standard output/);
  program.kill('SIGTERM');
  expect(await program.exited).toEqual({ code: 0, signal: null });
  expect(program.stderr()).toContain('Finishing what was accepted');
});
