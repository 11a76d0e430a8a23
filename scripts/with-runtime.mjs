// node scripts/with-runtime.mjs [--node=MAJOR] FILE [arguments]
//
// Runs FILE with the Node.js and pnpm that this repository is pinned to. Any Node.js from 18 on can run this
// file, so it uses no dependency and no newer syntax. What the machine lacks is fetched through npx, and the
// place where it was found is remembered in .cvq/runtime.json, so that only the first start waits for it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { run } from './run.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const memory = path.join(root, '.cvq', 'runtime.json');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const leastNode = manifest.engines.node.replace('>=', '');
const pinnedPnpm = manifest.packageManager;
const onWindows = process.platform === 'win32';

// Any pnpm of the pinned major version will do: without this it would exchange itself for the exact pin.
process.env.pnpm_config_pm_on_fail ??= 'ignore';
process.env.COREPACK_ENABLE_DOWNLOAD_PROMPT ??= '0';

endWithParent();
const { wantedMajor, rest } = readArguments(process.argv.slice(2));
if (rest[0] === '--remember')
  remember({ [nodeKey()]: process.execPath, pnpm: onPath('pnpm') ?? recall().pnpm });
else if (rest.length === 0) fail('usage: node scripts/with-runtime.mjs [--node=MAJOR] FILE [arguments]');
else await start(await findRuntime(), path.resolve(rest[0]), rest.slice(1));

function readArguments(given) {
  const option = given[0]?.match(/^--node=(\d+)$/);
  return option ? { wantedMajor: option[1], rest: given.slice(1) } : { wantedMajor: undefined, rest: given };
}

async function findRuntime() {
  const found = lookAround();
  if (found.node && found.pnpm) return found;
  await fetchMissing(found);
  const fetched = lookAround();
  const missing = [!fetched.node && nodeName(), !fetched.pnpm && pinnedPnpm].filter(Boolean);
  if (missing.length > 0) fail(`cvq needs ${missing.join(' and ')}, and npx could not fetch it.`);
  return fetched;
}

function lookAround() {
  const remembered = recall();
  const node = fits(process.version) ? process.execPath : remembered[nodeKey()];
  return {
    node: node === process.execPath || (node && fits(versionOf(node))) ? node : undefined,
    pnpm: [onPath('pnpm'), remembered.pnpm].find((file) => file && isPinnedPnpm(versionOf(file, node))),
  };
}

/** Without install scripts if possible: newer npm versions do not run them. */
async function fetchMissing(found) {
  const pnpm = found.pnpm ? [] : [pinnedPnpm];
  const attempts = found.node ? [pnpm] : nodePackages().map((name) => [name, ...pnpm]);
  process.stderr.write(`Fetching ${[!found.node && nodeName(), ...pnpm].filter(Boolean).join(' and ')} …\n`);
  for (const packages of attempts) {
    const wanted = packages.map((name) => `-p ${name}`).join(' ');
    const major = wantedMajor ? `--node=${wantedMajor} ` : '';
    const code = await run(
      `npx -y ${wanted} -c "node scripts/with-runtime.mjs ${major}--remember"`,
      [],
      // Standard output belongs to FILE alone.
      { cwd: root, shell: true, stdio: ['ignore', 2, 2] },
    );
    if (code > 128) process.exit(code);
    if (code === 0 && lookAround().node) return;
  }
}

/** npm's `node` package links a binary by an install script; the package of the platform just holds it. */
function nodePackages() {
  const major = wantedMajor ?? leastNode.split('.')[0];
  const platform = onWindows ? 'win' : process.platform;
  return [`node-${platform}-${process.arch}@${major}`, `node@${major}`];
}

async function start(runtime, file, args) {
  const folders = [path.dirname(runtime.node), path.dirname(runtime.pnpm)];
  process.env.PATH = [...folders, process.env.PATH].join(path.delimiter);
  if (runtime.node === process.execPath) {
    process.argv = [process.execPath, file, ...args];
    await import(pathToFileURL(file).href);
  } else {
    process.exitCode = await run(runtime.node, [file, ...args]);
  }
}

/** npm hands a signal to the shell that it started us in, and some shells die of it without telling us. */
function endWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 100);
  watch.unref();
}

function fits(version) {
  if (!version) return false;
  const [major, minor] = version.replace('v', '').split('.').map(Number);
  if (wantedMajor) return major === Number(wantedMajor);
  const [leastMajor, leastMinor] = leastNode.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

function isPinnedPnpm(version) {
  const major = pinnedPnpm.match(/@(\d+)\./)[1];
  return Boolean(version?.startsWith(`${major}.`));
}

/** What `--version` answers; `node` is the one that a pnpm without its native binary starts through. */
function versionOf(file, node) {
  if (!existsSync(file)) return undefined;
  const PATH = node ? path.dirname(node) + path.delimiter + process.env.PATH : process.env.PATH;
  const options = { cwd: root, env: { ...process.env, PATH }, encoding: 'utf8', timeout: 20_000 };
  const answer = onWindows
    ? spawnSync(`"${file}" --version`, { ...options, shell: true })
    : spawnSync(file, ['--version'], options);
  return answer.status === 0 ? answer.stdout.trim() : undefined;
}

function onPath(name) {
  const endings = onWindows ? ['.exe', '.cmd'] : [''];
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => endings.map((ending) => path.join(folder, name + ending)))
    .find((file) => existsSync(file));
}

function recall() {
  try {
    return JSON.parse(readFileSync(memory, 'utf8'));
  } catch {
    return {};
  }
}

function remember(found) {
  mkdirSync(path.dirname(memory), { recursive: true });
  writeFileSync(memory, `${JSON.stringify({ ...recall(), ...found }, null, 2)}\n`);
}

function nodeKey() {
  return `node${wantedMajor ?? ''}`;
}

function nodeName() {
  return wantedMajor ? `Node.js ${wantedMajor}` : `Node.js ${leastNode}`;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
