import { defineConfig } from '@playwright/test';
import type { EngineOptions } from './test.ts';

/** The tests of the SDK and of the dashboard in every engine. Chromium's are also among those of `../playwright.config.ts`. */
export default defineConfig<object, EngineOptions>({
  testDir: '../tests',
  globalSetup: '../share-a-folder.ts',
  testMatch: ['sdk/*.spec.ts', 'every-engine/*.spec.ts'],
  outputDir: '../../test-results/sdk',
  workers: 1,
  retries: 0,
  // Only against a test that hangs: vitest and other browsers run beside it.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  // Several engines run beside each other, each in one worker: to start one takes as long as eight of its tests.
  projects: [
    { name: 'chromium', workers: 1, use: { engineName: 'chromium' } },
    { name: 'firefox', workers: 1, use: { engineName: 'firefox' } },
    { name: 'webkit', workers: 1, use: { engineName: 'webkit' } },
  ],
});
