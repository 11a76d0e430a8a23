import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { startCollector } from '../../e2e/sdk/collector-program.ts';
import { root } from '../../scripts/root.mjs';
import { bundle } from './bundle.mjs';
import { installPeers, peersFolder, peerVersion } from './install-peers.mjs';
import { peers } from './peers.mjs';
import { table } from './table.mjs';

const DIST = path.join(root, 'packages/browser/dist');
/** What the README's table of our own sizes weighs too, so that both say the same. */
const MINIMAL = path.join(root, 'packages/browser/dist/size/minimal-app.js');

/** The sizes of ours and of the peers, as Markdown: what a script tag loads, and what an application adds. */
export async function sizes() {
  await installPeers();
  return [
    '**A script tag loads**, as each package ships it; ours also as a listening collector sends it to a browser:',
    sizeTable(scripts()),
    await wireTable(),
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

/** The bytes of a response's body, as they come from a collector that listens. */
async function wireTable() {
  const collector = await startCollector();
  try {
    const rows = [];
    for (const name of ourScripts()) {
      for (const accepted of ['br, gzip', 'gzip']) {
        const { encoding, bytes } = await onTheWire(`${collector.address}/${name}`, accepted);
        rows.push([`**cvq** ${name}`, encoding, bytes]);
      }
    }
    return table(['', 'Content-Encoding', 'bytes on the wire'], rows);
  } finally {
    await collector.end();
  }
}

function onTheWire(address, accepted) {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': accepted } }, async (response) => {
      const { statusCode, headers } = response;
      const bytes = (await buffer(response)).length;
      if (statusCode === 200) resolve({ encoding: headers['content-encoding'] ?? 'none', bytes });
      else reject(new Error(`${address}: ${statusCode}`));
    }).on('error', reject);
  });
}

/** Every script for a page that the package publishes. */
function ours() {
  return ourScripts().map((name) => ({
    name: `**cvq** ${name}`,
    bytes: readFileSync(path.join(DIST, name)),
  }));
}

function ourScripts() {
  return readdirSync(DIST).filter((name) => name.endsWith('.js'));
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
