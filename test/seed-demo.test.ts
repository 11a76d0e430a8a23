import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from './builders/temporary-folder.ts';

const SEED = path.resolve(import.meta.dirname, '../scripts/seed-demo.mjs');
const CVQ = path.resolve(import.meta.dirname, '../packages/collector/bin/cvq.js');

function run(folder: string, args: readonly string[]) {
  // Not the settings of whoever runs the tests.
  const env = { PATH: process.env.PATH, CVQ_DATA: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** As the start of everything does it, before it starts the collector. What a slow machine tells meanwhile is left out. */
function seed(folder: string) {
  const code = `import { seedDemo } from ${JSON.stringify(SEED)}; await seedDemo();`;
  const { stdout, ...rest } = run(folder, ['--input-type=module', '-e', code]);
  return { ...rest, stdout: stdout.replace(/^Looking for the demo shop.*\n/, '') };
}

it('the start leaves a demo away that somebody has deleted', () => {
  const folder = temporaryFolder();
  const { project } = JSON.parse(run(folder, [CVQ, 'demo', '--days', '0', '--json']).stdout);
  expect(seed(folder)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('shown once: sk_'),
    stderr: '',
  });
  expect(run(folder, [CVQ, 'project', 'delete', project]).status).toBe(0);
  expect(seed(folder)).toEqual({
    status: 0,
    // On a busy machine it says before that a demo is being made.
    stdout: expect.stringMatching(
      /(^|…\n)The demo project has been deleted\. To make another: npm run -s cvq -- demo\n$/,
    ),
    stderr: '',
  });
}, 60_000);

it('the start says why the demo cannot be made, and goes on', () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'secret'), '');
  expect(seed(folder)).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(
      /^The demo project could not be made:\ncvq: .*secret is empty or cut short/,
    ),
  });
}, 60_000);
