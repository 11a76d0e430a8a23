// The end-to-end tests, which ask the read API through a Prism proxy that knows docs/openapi.json.
import { findBrowser } from './find-browser.mjs';
import { root, toolFile } from './root.mjs';
import { main, run } from './run.mjs';

await main(async () => {
  const env = { ...process.env, E2E_PRISM: '1', CVQ_CHROMIUM: await findBrowser() };
  const args = ['test', '--config', 'e2e/playwright.config.ts'];
  return run(process.execPath, [toolFile('@playwright/test', 'cli.js'), ...args], { cwd: root, env });
});
