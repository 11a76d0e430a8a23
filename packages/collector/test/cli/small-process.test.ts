import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

const MODULE = new URL('../../src/cli/become-small-process.ts', import.meta.url).href;

/**
 * Makes garbage until the nursery has grown as far as it may, and tells how many bytes it has. What lives at once fits the
 * smallest: of more, V8 keeps pages beside it until a busy machine has moved them.
 */
const GROWN = `function grown() {
  let made = [];
  for (let number = 0; number < 2_000_000; number += 1) {
    made.push({ number });
    if (made.length > 10_000) made = [];
  }
  return require('node:v8').getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
}`;

/** The nurseries of the main thread of a small process and of a thread that was given a small one, in bytes. */
const PROGRAM = `
  import { createRequire } from 'node:module';
  import { Worker } from 'node:worker_threads';
  import { becomeSmallProcess } from '${MODULE}';
  becomeSmallProcess(4);
  const require = createRequire(import.meta.url);
  ${GROWN}
  const code = \`${GROWN} require('node:worker_threads').parentPort.postMessage(grown());\`;
  const thread = new Worker(code, { eval: true, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 1 } });
  thread.on('message', (ofThread) => console.log(JSON.stringify({ ofMain: grown(), ofThread })));`;

const MEGABYTE = 2 ** 20;

async function nurseries(options: string) {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: { PATH: process.env.PATH, NODE_OPTIONS: options },
  });
  return JSON.parse(stdout) as { ofMain: number; ofThread: number };
}

it('bounds the nursery of the main thread, and lets each thread have the one that it was given', async () => {
  const { ofMain, ofThread } = await nurseries('');
  expect(ofMain).toBeLessThanOrEqual(8 * MEGABYTE);
  expect(ofThread).toBeLessThanOrEqual(2 * MEGABYTE);
});

it.each(['--max-semi-space-size=8', '--max_semi_space_size=8'])(
  'leaves the nursery of all threads to an operator who has set it: %s',
  async (option) => {
    const { ofMain, ofThread } = await nurseries(option);
    expect(ofMain).toBeGreaterThan(8 * MEGABYTE);
    expect(ofThread).toBeGreaterThan(8 * MEGABYTE);
  },
);

/** The flags that the small process was started with. */
async function flags(options: string): Promise<string[]> {
  const program = `
    import { becomeSmallProcess } from '${MODULE}';
    becomeSmallProcess(4);
    console.log(JSON.stringify(process.execArgv));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env.PATH, NODE_OPTIONS: options },
  });
  return JSON.parse(stdout) as string[];
}

it('has as many helpers of V8 as leave one processor to its own threads, from one to four', async () => {
  const helpers = Math.min(4, Math.max(1, availableParallelism() - 1));
  expect(await flags('')).toContain(`--v8-pool-size=${helpers}`);
});

it('leaves the number of helpers to an operator who has set it', async () => {
  expect((await flags('--v8-pool-size=3')).join(' ')).not.toContain('--v8-pool-size');
});

it('can be told when to collect garbage, in its threads as well', async () => {
  const program = `
    import { Worker } from 'node:worker_threads';
    import { becomeSmallProcess } from '${MODULE}';
    becomeSmallProcess(4);
    const code = "require('node:worker_threads').parentPort.postMessage(typeof gc)";
    new Worker(code, { eval: true, execArgv: [] }).on('message', (ofThread) => console.log(JSON.stringify([typeof gc, ofThread])));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  expect(JSON.parse(stdout)).toEqual(['function', 'function']);
});

it.each(['--expose-gc', '--no-expose-gc'])(
  'leaves that to an operator who has set it: %s',
  async (option) => {
    expect((await flags(option)).join(' ')).not.toContain('--expose-gc');
  },
);

it('keeps V8 from putting new objects among the old ones', async () => {
  expect(await flags('')).toContain('--no-allocation-site-pretenuring');
});
