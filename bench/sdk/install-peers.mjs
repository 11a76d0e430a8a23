import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../../scripts/root.mjs';
import { run } from '../../scripts/run.mjs';

const files = ['package.json', 'pnpm-lock.yaml'];
const source = path.join(import.meta.dirname, 'peers');

/** Where the peers are installed: outside the workspace, so that nobody but a benchmark waits for them. */
export const peersFolder = path.join(root, '.cvq', 'peers');

/** Loads a package that is installed there. */
export const requirePeer = createRequire(path.join(peersFolder, 'package.json'));

export async function installPeers() {
  const isInstalled = existsSync(path.join(peersFolder, 'node_modules')) && files.every(isSame);
  if (isInstalled) return;
  process.stderr.write('Installing the peers …\n');
  mkdirSync(peersFolder, { recursive: true });
  for (const file of files) copyFileSync(path.join(source, file), path.join(peersFolder, file));
  const code = await run('pnpm', ['install', '--frozen-lockfile', '--ignore-workspace', '--ignore-scripts'], {
    cwd: peersFolder,
    shell: process.platform === 'win32',
    stdio: ['ignore', 2, 2],
  });
  if (code !== 0) throw new Error('The peers could not be installed: they come from the npm registry.');
}

export function peerVersion(name) {
  return JSON.parse(readFileSync(path.join(peersFolder, 'node_modules', name, 'package.json'), 'utf8'))
    .version;
}

function isSame(file) {
  const installed = path.join(peersFolder, file);
  return existsSync(installed) && readFileSync(installed).equals(readFileSync(path.join(source, file)));
}
