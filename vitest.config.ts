import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/long-first.ts';

const here = import.meta.dirname;

/**
 * Files share the modules of their process: linking those of a collector takes longer than most files. A nursery that need
 * not grow first spares the start of a collector a sixth of its time.
 */
const sharing = {
  isolate: false,
  globalSetup: ['packages/collector/test/make-new-stores.ts'],
  setupFiles: ['test/end-of-file.ts', 'packages/collector/test/end-programs.ts'],
  execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=32'],
};

export default defineConfig({
  test: {
    // A process each: the collector's tests start servers, threads and native drivers.
    pool: 'forks',
    // More than processors: many tests wait for a disk, or for a program to end.
    maxWorkers: 3,
    // Only against a test that hangs: some start whole programs or try hundreds of cases, and a busy machine is slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    restoreMocks: true,
    allowOnly: false,
    tags: [{ name: 'long', description: 'Left to `npm run test:whole`, which leaves out nothing.' }],
    sequence: { sequencer: LongFirst },
    // What is built is loaded as a program loads it, without another transformation.
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
    // For the programs that tests start, which load the same modules over and over.
    env: { NODE_COMPILE_CACHE: path.join(here, 'node_modules/.cache/compiled') },
    // One after the other in the order of their names, without a pause between them.
    projects: [
      // Pages share a window within a file, and no more than that: a context each, which takes half of what processes take.
      {
        extends: true,
        test: { name: 'pages', pool: 'vmThreads', include: ['packages/browser/test/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [
            'packages/{collector,contract,dashboard,node,storage}/test/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          ...sharing,
        },
      },
    ],
  },
});
