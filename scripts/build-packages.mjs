import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { filesOf, fingerprint } from './fingerprint.mjs';
import { root, toolFile } from './root.mjs';
import { run } from './run.mjs';

/** Each after those that it imports; the collector reads the built SDK only while it runs. */
const packages = ['contract', 'storage', 'browser', 'node', 'collector'];

const browser = 'packages/browser';
const dashboard = 'packages/dashboard';
const collector = path.join(root, 'packages', 'collector', 'dist');
/** The versions of the tools. */
const tools = ['pnpm-lock.yaml', 'scripts/build-packages.mjs'];
const contractTypes = 'packages/contract/dist/**/*.d.ts';

/**
 * What a tool makes of what tsc has compiled. It is made again only when one of its inputs has another content, or when
 * somebody removed or changed an output: most changes leave the SDK and its types as they are.
 */
const products = [
  {
    name: 'bundles',
    inputs: [
      ...tools,
      'rollup.config.mjs',
      `${browser}/package.json`,
      `${browser}/dist/modules/**/*.{js,js.map}`,
      `${browser}/test/*-app.mjs`,
      // What the SDK takes from the contract: nothing else of it may be in a bundle.
      'packages/contract/dist/{constants,redact,separate-user-data}.js',
    ],
    outputs: [`${browser}/dist/*.{js,js.map,mjs}`, `${browser}/dist/size/*.js`],
    make: () => tool('rollup', 'dist/bin/rollup', ['-c', '--silent']),
  },
  typesOf('browser', {
    compiled: `${browser}/dist/modules`,
    bundled: `${browser}/dist/*.d.ts`,
    finish: shareEventMap,
  }),
  {
    name: 'dashboard',
    inputs: [
      ...tools,
      `${dashboard}/{index.html,vite.config.ts,package.json,tsconfig.json}`,
      `${dashboard}/src/**`,
      // It takes values from several files of the contract, which import others.
      'packages/contract/dist/**/*.js',
    ],
    outputs: [`${dashboard}/dist/**`],
    make: () => tool('vite', 'bin/vite.js', ['build', dashboard, '--logLevel', 'warn']),
  },
  {
    name: 'programs',
    inputs: [
      ...tools,
      'scripts/bundle-programs.mjs',
      'packages/{contract,storage,collector}/{package.json,src/**/*.ts}',
    ],
    outputs: ['packages/{storage,collector}/dist/**/*.bundle.js'],
    // Its bundler is there only after the installation.
    make: async () => (await import('./bundle-programs.mjs')).bundlePrograms(),
  },
  typesOf('node', { compiled: 'packages/node/dist', bundled: 'packages/node/dist/cvq-node.d.ts' }),
];

function typesOf(name, { compiled, bundled, finish }) {
  const config = `packages/${name}/types.config.json`;
  const configs = [config, `packages/${name}/{tsconfig,types.tsconfig}.json`, 'scripts/without-schemas.d.ts'];
  return {
    name: `types-of-${name}`,
    inputs: [...tools, ...configs, `${compiled}/**/*.d.ts`, contractTypes],
    outputs: [bundled],
    async make() {
      await tool('dts-bundle-generator', 'dist/bin/dts-bundle-generator.js', [
        '--silent',
        '--config',
        config,
      ]);
      finish?.();
      refuseImports(bundled);
    },
  };
}

/**
 * The bundler gives each module an interface of its own. An application extends one, and means the events of both: the
 * whole takes that of the core. Only what comes by a star is extended under the name of either module.
 */
function shareEventMap() {
  const file = path.join(root, browser, 'dist', 'sdk.d.ts');
  const [before, after, ...more] = readFileSync(file, 'utf8').split('export interface EventMap {\n}\n');
  if (after === undefined || more.length) throw new Error(`${file} has no EventMap that can be shared.`);
  const documented = before.lastIndexOf('/**');
  const shared = "import type { EventMap } from './core.js';\nexport * from './core.js';\n";
  writeFileSync(file, shared + before.slice(0, documented) + after);
}

/** Who installs a package has neither the contract nor the schemas that its types are made of. */
function refuseImports(pattern) {
  for (const file of filesOf([pattern]))
    if (/\bfrom ['"](?!\.\/)|\bimport\(/.test(readFileSync(path.join(root, file), 'utf8')))
      throw new Error(`${file} imports a type that is not published with it.`);
}

/** Compiles every package, bundles the SDK and its types, and lays what the collector serves beside it. */
export async function buildPackages() {
  await tool('typescript-compiler', 'bin/tsc', ['-b', ...packages.map((name) => `packages/${name}`)]);
  await Promise.all(products.map(makeIfChanged));
  await sayPinnedTags();
  copyShop();
  await writeApiDocuments();
  await writeEventChecks();
}

async function makeIfChanged({ name, inputs, outputs, make }) {
  const stamp = path.join(root, '.cvq', `build-${name}`);
  const state = () => `${fingerprint(inputs)} ${fingerprint(outputs)}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state()) return;
  rmSync(stamp, { force: true });
  await make();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, state());
}

/** Says what a page that pins a script has in its head, except for the address of the collector and the key of the project. */
async function sayPinnedTags() {
  const { pinnedTag } = await load('pages/pinned-tag.js');
  process.stderr.write('Tags that pin the scripts of this build, for your address and your tracking key:\n');
  for (const kind of ['sdk', 'sdk.extra', 'sdk.consent']) {
    const content = readFileSync(path.join(root, browser, 'dist', `${kind}.js`));
    const tag = pinnedTag(content, { kind, baseUrl: 'https://cvq.example', trackingKey: 'proj_…' });
    process.stderr.write(`  ${tag}\n`);
  }
}

/** Made and compressed here, since both take a second, in which a collector would answer nobody. */
async function writeApiDocuments() {
  const { apiDocument } = await load('read/openapi/api-document.js');
  const { operations } = await load('read/operations.js');
  writeDocument(path.join(collector, 'read'), apiDocument(operations));
  const { dashboardDocument } = await load('dashboard-api/openapi/dashboard-document.js');
  const { dashboardOperations } = await load('dashboard-api/operations.js');
  const { questions } = await load('dashboard-api/questions.js');
  writeDocument(path.join(collector, 'dashboard-api'), dashboardDocument(dashboardOperations, questions));
}

/** Made here, since ajv takes a tenth of the time in which a collector starts. */
async function writeEventChecks() {
  const { compileChecks } = await load('track/compile-checks.js');
  writeFileSync(path.join(collector, 'track', 'event-checks.cjs'), compileChecks());
}

function load(file) {
  return import(pathToFileURL(path.join(collector, file)).href);
}

function writeDocument(room, document) {
  const bytes = Buffer.from(JSON.stringify(document));
  const file = path.join(room, 'openapi', 'document', 'openapi.json');
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
