import { cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root, toolFile } from './root.mjs';
import { run } from './run.mjs';

/** Each after those that it imports; the collector reads the built SDK only while it runs. */
const packages = ['contract', 'storage', 'browser', 'node', 'collector'];

/** Compiles every package, bundles the SDK and its types, and lays the demo shop beside the collector. */
export async function buildPackages() {
  await tool('typescript', 'bin/tsc', ['-b', ...packages.map((name) => `packages/${name}`)]);
  await tool('rollup', 'dist/bin/rollup', ['-c', '--silent']);
  await tool('dts-bundle-generator', 'dist/bin/dts-bundle-generator.js', [
    ...['--silent', '--config', 'packages/browser/types.config.json'],
  ]);
  copyShop();
}

/** The collector serves the demo shop, also from an installed package, which has no examples folder. */
function copyShop() {
  const target = path.join(root, 'packages', 'collector', 'dist', 'shop');
  rmSync(target, { recursive: true, force: true });
  cpSync(path.join(root, 'examples', 'shop'), target, {
    recursive: true,
    filter: (file) => path.basename(file) !== 'node_modules',
  });
}

async function tool(name, file, args) {
  const entry = toolFile(name, file);
  if (!existsSync(entry)) throw new Error(`${name} is not installed: run \`pnpm install\`.`);
  const code = await run(process.execPath, [entry, ...args], { cwd: root, stdio: ['ignore', 2, 2] });
  if (code !== 0) throw new Error(`The build failed in ${name}.`);
}
