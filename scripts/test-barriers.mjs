// What axe finds on every page of the dashboard, in both schemes at both widths: `npm run test:barriers`. `npm test` looks
// at a tenth of the pages in one of these four combinations, `npm run test:whole` at all, the next page in the next one.
import { findBrowser } from './find-browser.mjs';
import { root, toolFile } from './root.mjs';
import { main, run } from './run.mjs';
import { setUp } from './set-up.mjs';

await main(async () => {
  await setUp();
  const env = { ...process.env, CVQ_CHROMIUM: await findBrowser(), CVQ_EVERY_COMBINATION: '1' };
  const spec = 'e2e/tests/read-every-page-without-barriers.spec.ts';
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--workers=2', spec];
  return run(process.execPath, [toolFile('@playwright/test', 'cli.js'), ...args], { cwd: root, env });
});
