import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { root, toolFile } from './root.mjs';
import { run } from './run.mjs';

/** Each after those that it imports; the collector reads the built SDK only while it runs. */
const packages = ['contract', 'storage', 'browser', 'node', 'collector'];

/** Compiles every package, bundles the SDK and its types, and lays what the collector serves beside it. */
export async function buildPackages() {
  await tool('typescript', 'bin/tsc', ['-b', ...packages.map((name) => `packages/${name}`)]);
  await tool('rollup', 'dist/bin/rollup', ['-c', '--silent']);
  for (const name of ['browser', 'node']) {
    await tool('dts-bundle-generator', 'dist/bin/dts-bundle-generator.js', [
      ...['--silent', '--config', `packages/${name}/types.config.json`],
    ]);
  }
  copyShop();
  await writeApiDocument();
}

/** Made and compressed here, since both take a second, in which a collector would answer nobody. */
async function writeApiDocument() {
  const dist = path.join(root, 'packages', 'collector', 'dist', 'read');
  const { apiDocument } = await import(pathToFileURL(path.join(dist, 'openapi', 'api-document.js')).href);
  const { operations } = await import(pathToFileURL(path.join(dist, 'operations.js')).href);
  const bytes = Buffer.from(JSON.stringify(apiDocument(operations)));
  const file = path.join(dist, 'openapi', 'document', 'openapi.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  );
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
