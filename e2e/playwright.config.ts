import { defineConfig } from '@playwright/test';

const executablePath = process.env.CVQ_CHROMIUM;

export default defineConfig({
  testDir: 'tests',
  globalSetup: './share-a-folder.ts',
  outputDir: '../test-results/chromium',
  // Beside vitest, which takes as long: two at a time take the machine from each other.
  workers: 1,
  retries: 0,
  // Only against a test that hangs: vitest and other browsers run beside it.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // A visitor in these tests is a person, so the browser must not call itself automated.
      args: ['--no-sandbox', '--disable-blink-features=AutomationControlled'],
      ignoreDefaultArgs: ['--enable-automation'],
    },
  },
});
