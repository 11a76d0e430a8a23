import path from 'node:path';
import { minify } from 'terser';
import { root } from '../../scripts/root.mjs';
import { peersFolder, requirePeer } from './install-peers.mjs';

/** A small application as its bundler would ship it: the same steps for ours and for every peer. */
export async function bundle(code, { split = false } = {}) {
  const { build } = requirePeer('esbuild');
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: peersFolder },
    alias: {
      '@cvq/browser': path.join(root, 'packages/browser/dist/sdk.mjs'),
      '@cvq/browser/core': path.join(root, 'packages/browser/dist/core.mjs'),
    },
    bundle: true,
    minify: true,
    // What a module loads later is not part of what loads first.
    ...(split ? { format: 'esm', splitting: true, outdir: 'out' } : { format: 'iife' }),
    target: 'es2020',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'error',
    write: false,
  });
  const first = split ? startOf(outputFiles) : outputFiles;
  return smallest(first.map(({ text }) => text));
}

/** The entry and every chunk that it imports at once. */
function startOf(files) {
  const byName = new Map(files.map((file) => [path.basename(file.path), file]));
  const wanted = new Set(['stdin.js']);
  for (const name of wanted) {
    const imports = byName.get(name).text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g);
    for (const [, imported] of imports) wanted.add(imported);
  }
  return [...wanted].map((name) => byName.get(name));
}

async function smallest(texts) {
  const done = await Promise.all(
    texts.map((text) => minify(text, { module: true, compress: { passes: 2 }, format: { comments: false } })),
  );
  return done.map(({ code }) => code).join('\n');
}
