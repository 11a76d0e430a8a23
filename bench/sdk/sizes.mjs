import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { root } from '../../scripts/root.mjs';
import { bundle } from './bundle.mjs';
import { installPeers, peersFolder, peerVersion } from './install-peers.mjs';
import { peers } from './peers.mjs';
import { table } from './table.mjs';

/** What the README's table of our own sizes weighs too, so that both say the same. */
const MINIMAL = path.join(root, 'packages/browser/dist/size/minimal-app.js');

/** The sizes of ours and of the peers, as Markdown: what a script tag loads, and what an application adds. */
export async function sizes() {
  await installPeers();
  return [
    '**A script tag loads**, as each package ships it:',
    sizeTable(scripts()),
    '**An application adds** with the least import that counts a page and tracks an event (rollup or esbuild, then terser):',
    sizeTable(await modules()),
  ].join('\n\n');
}

function scripts() {
  const shipped = peers.filter(({ script }) => script);
  return [
    ...ours(),
    ...shipped.map(({ name, package: id, script }) => ({
      name: `${name} ${peerVersion(id)}, ${path.basename(script)}`,
      bytes: readFileSync(path.join(peersFolder, 'node_modules', id, script)),
    })),
  ];
}

/** Every script for a page that the package publishes. */
function ours() {
  const folder = path.join(root, 'packages/browser/dist');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return names.map((name) => ({ name: `**cvq** ${name}`, bytes: readFileSync(path.join(folder, name)) }));
}

async function modules() {
  const found = [{ name: '**cvq** `init, page, track`', bytes: readFileSync(MINIMAL) }];
  for (const { name, package: id, module } of peers) {
    if (module) found.push({ name: `${name} ${peerVersion(id)}`, bytes: await bytesOf(module) });
  }
  return found;
}

async function bytesOf(module) {
  return Buffer.from(await bundle(module, { split: true }));
}

function sizeTable(found) {
  const rows = found
    .map(({ name, bytes }) => [
      name,
      bytes.length,
      gzipSync(bytes, { level: 9 }).length,
      brotli(bytes).length,
    ])
    .sort(([, , , one], [, , , other]) => one - other);
  return table(['', 'minified', 'gzip 9', 'brotli 11'], rows);
}

function brotli(bytes) {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
