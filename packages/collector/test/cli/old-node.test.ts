import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const cvq = fileURLToPath(new URL('../../bin/cvq.js', import.meta.url));

/** Runs the command in a Node.js that says it is of another version. */
function runAs(version: string) {
  const disguise = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
  return promisify(execFile)(process.execPath, [
    '--import',
    `data:text/javascript,${disguise}`,
    cvq,
    '--help',
  ]);
}

it.each(['18.20.8', '20.20.2', '24.14.9'])('is refused by name on Node.js %s', async (version) => {
  await expect(runAs(version)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      new RegExp(`^cvq needs Node\\.js [\\d.]+ or newer, and this is ${version}\\. .*\n$`),
    ),
  });
});

it.each(['24.15.0', '26.0.1'])('runs on Node.js %s', async (version) => {
  expect((await runAs(version)).stdout).toContain('Usage: cvq');
});
