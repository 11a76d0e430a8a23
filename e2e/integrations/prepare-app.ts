import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FrameworkName } from './framework.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Outside of git, and kept: what was downloaded once serves the next run. */
const CACHE = path.join(ROOT, '.cvq/integrations');
const APPS = path.join(import.meta.dirname, 'apps');
const TARBALL = 'cvq-browser.tgz';
const INSTALL_LIMIT_MS = 600_000;

/** The folder in which an application is installed and built. */
export function appFolder(name: FrameworkName): string {
  return path.join(CACHE, name);
}

/** Packs the SDK as it would be published, for the applications to install. */
export async function packSdk(): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const packed = await npm(
    path.join(ROOT, 'packages/browser'),
    'pack',
    '--json',
    '--pack-destination',
    CACHE,
  );
  const file = /"filename": "([^"]+)"/.exec(packed)?.[1];
  if (!file) throw new Error(`npm pack names no file:\n${packed}`);
  await cp(path.join(CACHE, file), path.join(CACHE, TARBALL));
  await rm(path.join(CACHE, file));
}

/** Copies an application out of the repository, as it is now, and installs its packages and the packed SDK. */
export async function installApp(name: FrameworkName): Promise<void> {
  const folder = appFolder(name);
  await mkdir(folder, { recursive: true });
  for (const entry of await readdir(folder))
    if (entry !== 'node_modules') await rm(path.join(folder, entry), { recursive: true });
  await cp(path.join(APPS, name), folder, { recursive: true });
  await cp(path.join(APPS, 'shop.js'), path.join(folder, 'shop.js'));
  // The packed SDK of the last run has the same version.
  await rm(path.join(folder, 'node_modules/@cvq'), { recursive: true, force: true });
  await rm(path.join(folder, 'node_modules/.package-lock.json'), { force: true });
  await npm(folder, 'install', '--no-package-lock', '--no-audit', '--no-fund', '--prefer-offline');
}

async function npm(cwd: string, ...args: string[]): Promise<string> {
  // The settings of the program that started this one are not meant for an application of its own.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd,
    env,
    timeout: INSTALL_LIMIT_MS,
    shell: process.platform === 'win32',
  });
  return stdout;
}
