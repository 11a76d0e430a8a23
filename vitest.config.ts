import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    // A process each: the collector's tests start servers, threads and native drivers.
    pool: 'forks',
    maxWorkers: 2,
    // Only against a test that hangs: some start whole programs or try hundreds of cases, and a busy machine is slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    restoreMocks: true,
    allowOnly: false,
  },
});
