// The tests of the browser SDK in Chromium, Firefox and WebKitGTK: `npm run test:browsers [-- chromium firefox webkit]`.
// Tests of a browser that is not installed are skipped, with its name. The last line adds them up.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findEngine } from '../e2e/sdk/find-engine.ts';
import { findBrowser } from './find-browser.mjs';
import { readPlaywrightReport } from './read-reports.mjs';
import { root, toolFile } from './root.mjs';
import { main, run } from './run.mjs';
import { setUp } from './set-up.mjs';

const engines = ['chromium', 'firefox', 'webkit'];

await main(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !engines.includes(name));
  if (unknown) throw new Error(`There is no engine ${unknown}: choose from ${engines.join(', ')}.`);
  await setUp();
  const reports = mkdtempSync(path.join(tmpdir(), 'cvq-browsers-'));
  try {
    return await test(wanted.length > 0 ? wanted : engines, path.join(reports, 'report.json'));
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});

async function test(names, report) {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  if (names.includes('chromium')) env.CVQ_CHROMIUM = await findBrowser();
  const args = ['test', '--config', 'e2e/sdk/playwright.config.ts', '--reporter=list,json'];
  const projects = names.map((name) => `--project=${name}`);
  const cli = toolFile('@playwright/test', 'cli.js');
  const code = await run(process.execPath, [cli, ...args, ...projects], { cwd: root, env });
  const { passed, failed, skipped } = readPlaywrightReport(report);
  const broken = failed === 0 && (code !== 0 || passed + skipped === 0) ? 1 : failed;
  for (const name of names) {
    const { missing } = findEngine(name);
    if (missing) process.stdout.write(`skipped: ${name}, for want of ${missing}\n`);
  }
  process.stdout.write(`${passed} passed, ${broken} failed, ${skipped} skipped\n`);
  return broken === 0 ? 0 : 1;
}
