// The checks of the repository, each timed, all of them even when one fails. The last line adds them up.
// Tests that are tagged `long` run with `--whole` alone, and so do the greater part of what is tried many times over.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser } from './find-browser.mjs';
import { readPlaywrightReport, readVitestReport } from './read-reports.mjs';
import { root, toolFile } from './root.mjs';
import { captureInBackground, main, runNamed } from './run.mjs';
import { buildIfChanged, installIfChanged } from './set-up.mjs';

/** A runner that hangs must not keep the others from being reported. */
const runnerLimit = 40 * 60_000;

const CHROMIUM_CONFIG = 'e2e/playwright.config.ts';

/** Whether nothing is left out: tests read it from `TEST_WHOLE`. */
const whole = process.argv.includes('--whole');
if (whole) process.env.TEST_WHOLE = '1';

// Tools, tests and the programs that they start load the same modules again and again.
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/compiled');

const reports = mkdtempSync(path.join(tmpdir(), 'cvq-reports-'));
const total = { passed: 0, failed: 0, skipped: 0, left: 0 };

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    interrupted = true;
  });
}

await main(async () => {
  if (await check('install', installIfChanged)) await runAll();
  else say('Nothing else can run without the packages.');
  rmSync(reports, { recursive: true, force: true });
  sayTotal();
  return total.failed === 0 ? 0 : 1;
});

/**
 * After the build all at once: the browsers wait most of their time, the static checks and vitest never do. What is
 * static is one check after the other, at a low priority, so that it does not take the machine from the tests. The first
 * reads sources alone, and the compiler leaves a core to it.
 */
async function runAll() {
  const format = staticCheck('format and lint', '@biomejs/biome', 'bin/biome', ['ci', '--colors=off', '.']);
  await Promise.all([
    check('build', buildIfChanged),
    check('browser', async () => {
      process.env.CVQ_CHROMIUM = await findBrowser();
    }),
  ]);
  await Promise.all([
    runner('vitest', vitest),
    runner('chromium', (report) =>
      playwright('chromium', report, CHROMIUM_CONFIG, whole ? [] : ['--grep-invert=@long']),
    ),
    otherEngines(),
    format.then(staticChecks),
  ]);
}

async function staticChecks() {
  await staticCheck('types', 'typescript-compiler', 'bin/tsc', ['-b']);
  await staticCheck('directions', 'dependency-cruiser', 'bin/dependency-cruiser.mjs', [
    ...['--config', '.dependency-cruiser.cjs'],
    ...['packages', 'examples', 'e2e', 'bench'].filter((folder) => existsSync(path.join(root, folder))),
  ]);
  await staticCheck('unused code', 'knip', 'bin/knip.js', ['--no-config-hints']);
  await staticCheck('size', 'size-limit', 'bin.js', []);
  for (const name of ['browser', 'node']) await publishedPackage(name);
  if (!whole) total.left += await countLongOfChromium();
}

/** vitest tells of tests that it leaves out; Playwright is asked to list them. */
async function countLongOfChromium() {
  const args = ['test', '--config', CHROMIUM_CONFIG, '--grep=@long', '--list'];
  const { stdout } = await tool(captureInBackground, '@playwright/test', 'cli.js', args);
  return Number(/^Total: (\d+) tests? /m.exec(stdout)?.[1] ?? 0);
}

/** That a package resolves, with types, as it would be installed from a registry. */
async function publishedPackage(name) {
  const folder = `packages/${name}`;
  await staticCheck(`publint ${name}`, 'publint', 'src/cli.js', ['run', '--strict', folder]);
  await staticCheck(`attw ${name}`, '@arethetypeswrong/cli', 'dist/index.js', [
    ...['--pack', folder, '--profile', 'esm-only'],
    // Scripts for a page, which nobody imports.
    ...(name === 'browser' ? ['--exclude-entrypoints', 'sdk.js', 'sdk.extra.js', 'sdk.consent.js'] : []),
  ]);
}

async function staticCheck(name, ...command) {
  return check(name, async () => {
    const { code, stdout, stderr } = await tool(captureInBackground, ...command);
    if (code !== 0) throw new Error(`${stdout}${stderr}`.trimEnd());
  });
}

/** One thing that either passes or fails; resolves to whether it passed. */
async function check(name, work) {
  const started = begin();
  try {
    await work();
    total.passed += 1;
    sayResult('passed', name, started);
    return true;
  } catch (error) {
    total.failed += 1;
    sayResult('FAILED', name, started);
    say(error.message);
    return false;
  }
}

/** A runner of many tests, whose report says how many: one that ran none has failed. */
async function runner(name, work) {
  const started = begin();
  const report = path.join(reports, `${name}.json`);
  const { code, result } = await work(report);
  const ran = result.passed + result.failed;
  if (ran === 0) say(`${name} ran no test.`);
  if (result.failed === 0 && (code !== 0 || ran === 0)) result.failed = 1;
  for (const kind of Object.keys(total)) total[kind] += result[kind];
  for (const title of result.skippedTitles) say(`skipped: ${title}`);
  sayResult(result.failed === 0 ? 'passed' : 'FAILED', `${name}: ${result.passed} of ${ran}`, started);
}

/** The step that a signal ended is over by now: none of the others should follow it. */
function begin() {
  if (interrupted) process.exit(130);
  return performance.now();
}

async function vitest(report) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const filter = whole ? [] : ['--tags-filter=!long'];
  const code = await tool(named('vitest'), 'vitest', 'vitest.mjs', ['run', ...reporters, ...filter], {
    timeout: runnerLimit,
  });
  return { code, result: readVitestReport(report) };
}

/** Firefox and WebKitGTK, both at a time, where these are installed: `npm run test:browsers` has all that they are tested with. */
async function otherEngines() {
  // It needs packages, which are there only after the installation.
  const { findEngine } = await import('../e2e/sdk/find-engine.ts');
  const engines = ['firefox', 'webkit'].map((name) => ({ name, ...findEngine(name) }));
  for (const { name, missing } of engines)
    if (missing) say(`skipped: the tests of the SDK in ${name}, for want of ${missing}`);
  const names = engines.filter(({ missing }) => !missing).map(({ name }) => name);
  if (names.length === 0) return;
  const projects = names.map((name) => `--project=${name}`);
  const name = names.join(' and ');
  await runner(name, (report) =>
    playwright(name, report, 'e2e/sdk/playwright.config.ts', [
      ...[...projects, `--workers=${names.length}`],
      ...(whole ? [] : ['--grep=@every-engine']),
    ]),
  );
}

async function playwright(name, report, config, more) {
  const args = ['test', '--config', config, '--reporter=list,json', ...more];
  const code = await tool(named(name), '@playwright/test', 'cli.js', args, {
    timeout: runnerLimit,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return { code, result: readPlaywrightReport(report) };
}

function named(name) {
  return (...program) => runNamed(name, ...program);
}

function tool(start, name, file, args, options) {
  return start(process.execPath, [toolFile(name, file), ...args], { cwd: root, ...options });
}

function sayResult(result, name, started) {
  say(`${result}  ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

function sayTotal() {
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  if (!whole) say(`\nLeft to \`npm run test:whole\`: ${total.left} tests, and more turns of others.`);
  say(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
