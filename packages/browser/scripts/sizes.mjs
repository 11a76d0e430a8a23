// Prints what the built SDK weighs, as a table; with --write, puts it into the README.
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const room = new URL('../', import.meta.url);
const files = [
  ['`sdk.js`, everything that the specification names', 'dist/sdk.js', 5120],
  ['`sdk.extra.js`, with link clicks, opt-out and shadow roots', 'dist/sdk.extra.js', 5700],
  ['an application that imports `init`, `page` and `track`', 'dist/size/minimal-app.js', 2400],
];

const number = (bytes) => bytes.toLocaleString('en');
const rows = files.map(([name, file, limit]) => {
  const code = readFileSync(new URL(file, room));
  const sizes = [code.length, gzipSync(code, { level: 9 }).length, brotliCompressSync(code).length, limit];
  return `| ${[name, ...sizes.map(number)].join(' | ')} |`;
});
const table = ['| bytes of | minified | gzip | brotli | limit |', '|---|---:|---:|---:|---:|', ...rows].join(
  '\n',
);

process.stdout.write(`${table}\n`);
if (process.argv.includes('--write')) {
  const readme = new URL('README.md', room);
  const text = readFileSync(readme, 'utf8');
  writeFileSync(readme, text.replace(/(?<=<!-- sizes -->\n).*?(?=\n<!-- \/sizes -->)/s, table));
}
