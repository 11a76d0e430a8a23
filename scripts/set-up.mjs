import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildPackages } from './build-packages.mjs';
import { filesOf, fingerprint } from './fingerprint.mjs';
import { root } from './root.mjs';
import { capture, run } from './run.mjs';

const installStamp = path.join(root, 'node_modules', '.cvq-install');
const buildStamp = path.join(root, '.cvq', 'build');

const installInputs = [
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'package.json',
  '{packages,examples}/*/package.json',
];
const buildInputs = [
  ...installInputs,
  'tsconfig.base.json',
  'rollup.config.mjs',
  'scripts/{build-packages,bundle-programs,fingerprint}.mjs',
  'scripts/without-schemas.d.ts',
  'packages/*/{tsconfig,types.config,types.tsconfig}.json',
  'packages/browser/test/*-app.mjs',
  'packages/*/src/**',
  'packages/dashboard/{index.html,vite.config.ts}',
  'examples/shop/**',
];

/** Installs and builds what changed since the last time; does nothing, quickly, when nothing did. */
export async function setUp() {
  await installIfChanged();
  await buildIfChanged();
}

export async function installIfChanged() {
  const state = installState();
  if (isStamped(installStamp, state)) return;
  say('Installing the packages …');
  rmSync(installStamp, { force: true });
  await succeed('pnpm', ['install', '--frozen-lockfile'], {
    // It may have to replace modules that another version installed: there is nobody to ask.
    env: { ...process.env, pnpm_config_confirm_modules_purge: 'false' },
    shell: process.platform === 'win32',
    stdio: ['ignore', 2, 2],
  });
  await loadDriver();
  writeFileSync(installStamp, state);
}

export async function buildIfChanged() {
  const state = fingerprint(buildInputs);
  if (isStamped(buildStamp, state) && hasOutputs()) return;
  say('Building …');
  rmSync(buildStamp, { force: true });
  await buildPackages();
  mkdirSync(path.dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, state);
}

/** An installation that went well may still hold a driver that this Node.js cannot load. */
async function loadDriver() {
  const script = "new (require('better-sqlite3'))(':memory:').prepare('select 1').get()";
  const { code, stderr } = await capture(process.execPath, ['-e', script], {
    cwd: path.join(root, 'packages', 'storage'),
  });
  if (code !== 0) {
    throw new Error(
      `better-sqlite3 was installed but does not load in Node.js ${process.version}:\n${stderr}`,
    );
  }
}

/** A native package fits one platform and one line of Node.js. */
function installState() {
  const { platform, arch, versions } = process;
  return [platform, arch, versions.modules, fingerprint(installInputs)].join(' ');
}

function isStamped(stamp, state) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === state;
}

/** Somebody may have removed a dist folder: every file that a package promises must be there. */
function hasOutputs() {
  return filesOf(['packages/*/package.json']).every((file) => {
    const { exports = {} } = JSON.parse(readFileSync(path.join(root, file), 'utf8'));
    return targetsOf(exports).every((target) => existsSync(path.join(root, path.dirname(file), target)));
  });
}

function targetsOf(exported) {
  return typeof exported === 'string' ? [exported] : Object.values(exported).flatMap(targetsOf);
}

async function succeed(command, args, options) {
  const code = await run(command, args, { cwd: root, ...options });
  if (code !== 0) throw new Error(`\`${command} ${args.join(' ')}\` failed with exit code ${code}.`);
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
