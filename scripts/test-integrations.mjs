// The packed SDK in real applications: `npm run test:integrations [-- next astro …]`. They are installed below
// `.cvq/integrations`, from the registry the first time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { frameworks } from '../e2e/integrations/framework.ts';
import { installApp, packSdk } from '../e2e/integrations/prepare-app.ts';
import { findBrowser } from './find-browser.mjs';
import { readPlaywrightReport } from './read-reports.mjs';
import { root, toolFile } from './root.mjs';
import { main, run } from './run.mjs';
import { setUp } from './set-up.mjs';

/** Pages without a framework: a tag manager's late injection, and a native form. */
const plain = 'plain-html';
const known = [...frameworks.map(({ name }) => name), plain];

await main(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown) throw new Error(`There is no integration ${unknown}: choose from ${known.join(', ')}.`);
  await setUp();
  const names = wanted.length > 0 ? wanted : known;
  await packSdk();
  for (const name of names) if (name !== plain) await install(name);
  const reports = mkdtempSync(path.join(tmpdir(), 'cvq-integrations-'));
  try {
    return await test(names, path.join(reports, 'report.json'));
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});

async function install(name) {
  const started = performance.now();
  await installApp(name);
  process.stdout.write(`installed  ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
}

async function test(names, report) {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, CVQ_CHROMIUM: await findBrowser() };
  const args = ['test', '--config', 'e2e/integrations/playwright.config.ts', '--reporter=list,json'];
  const projects = names.map((name) => `--project=${name}`);
  const cli = toolFile('@playwright/test', 'cli.js');
  const code = await run(process.execPath, [cli, ...args, ...projects], { cwd: root, env });
  const { passed, failed } = readPlaywrightReport(report);
  const broken = failed === 0 && (code !== 0 || passed === 0) ? 1 : failed;
  process.stdout.write(`${passed} passed, ${broken} failed\n`);
  return broken === 0 ? 0 : 1;
}
