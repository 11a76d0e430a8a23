import { existsSync } from 'node:fs';
import path from 'node:path';
import { toolFile } from './root.mjs';
import { capture, run } from './run.mjs';

/** The first has no window to draw, and takes a quarter less processor time. */
const systemNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const macApplications = ['Chromium', 'Google Chrome'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const installLimit = 600_000;

const startLimit = 30_000;

/** The Chromium to test with: the one that is named, one that is there, or one that it installs. */
export async function findBrowser() {
  return (
    namedBrowser() ??
    (await systemBrowser()) ??
    (await playwrightBrowser()) ??
    (await downloadBrowser()) ??
    (await installSystemBrowser()) ??
    giveUp()
  );
}

function namedBrowser() {
  const named = process.env.CVQ_CHROMIUM;
  if (!named) return undefined;
  if (!existsSync(named)) throw new Error(`CVQ_CHROMIUM names ${named}, which does not exist.`);
  return named;
}

async function systemBrowser() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const onPath = systemNames.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  for (const file of [...onPath, ...macApplications]) if (await starts(file)) return file;
  return undefined;
}

async function playwrightBrowser() {
  const { chromium } = await import('playwright-core');
  const file = chromium.executablePath();
  return (await starts(file)) ? file : undefined;
}

async function downloadBrowser() {
  say('No Chromium found: asking Playwright to download one …');
  if (!(await playwrightCommand('install'))) return undefined;
  const downloaded = await playwrightBrowser();
  if (downloaded || !canInstallPackages()) return downloaded;
  say('It does not start here: installing the libraries that it needs …');
  await playwrightCommand('install-deps');
  return playwrightBrowser();
}

async function playwrightCommand(command) {
  const cli = toolFile('playwright-core', 'cli.js');
  const { code } = await capture(process.execPath, [cli, command, 'chromium'], { timeout: installLimit });
  return code === 0;
}

async function installSystemBrowser() {
  if (!canInstallPackages()) return undefined;
  say('Playwright could not provide one: installing the package of the system …');
  const options = {
    timeout: installLimit,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  // A list that cannot be refreshed may still name the package, so only the installation decides.
  await run('apt-get', ['update', '-qq'], options);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
    const found = await systemBrowser();
    if (found) return found;
  }
  return undefined;
}

/** Some systems have a `chromium` that only tells how to install one; others lack the libraries for it. */
async function starts(file) {
  if (!existsSync(file)) return false;
  // There, asking for the version opens a window.
  if (process.platform === 'win32') return true;
  const { code } = await capture(file, ['--version'], { timeout: startLimit });
  return code === 0;
}

function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function giveUp() {
  throw new Error('No Chromium: install one, or name its executable in CVQ_CHROMIUM.');
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
