import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    // A process each: the collector's tests start servers, threads and native drivers.
    pool: 'forks',
    maxWorkers: 2,
    // Some tests start whole programs; on a busy machine that alone takes seconds.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    allowOnly: false,
  },
});
