import { defineConfig } from '@playwright/test';
import shared from '../playwright.config.ts';
import { frameworks } from './framework.ts';
import type { FrameworkOptions } from './test.ts';

/** The packed SDK in an application of each framework. `npm run test:integrations` installs these first. */
export default defineConfig<object, FrameworkOptions>({
  ...shared,
  testDir: '.',
  globalSetup: '../share-a-folder.ts',
  timeout: 120_000,
  outputDir: '../../test-results/integrations',
  projects: [
    ...frameworks.map(({ name }) => ({ name, testIgnore: 'apps/**', use: { framework: name } })),
    // These need no package of a framework, so they are among the tests of `../playwright.config.ts` as well.
    {
      name: 'plain-html',
      testDir: '../tests/sdk',
      testMatch: ['come-late-by-a-tag-manager.spec.ts', 'send-a-native-form.spec.ts'],
    },
  ],
});
