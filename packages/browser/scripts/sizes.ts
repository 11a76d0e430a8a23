// Prints what the built SDK weighs, as a table; with --write, puts it into the README.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const room = new URL('../', import.meta.url);
const readme = new URL('README.md', room);
/** The limits stand in one place, where `size-limit` reads them. */
const limits: readonly { name: string; path: string; limit: string }[] = JSON.parse(
  readFileSync(new URL('../../.size-limit.json', room), 'utf8'),
);

const number = (bytes: number) => bytes.toLocaleString('en');

function sizesOf(file: string): number[] {
  const code = readFileSync(new URL(file, room));
  return [code.length, gzipSync(code, { level: 9 }).length, brotliCompressSync(code).length];
}

function table(): string {
  const rows = limits.map(({ name, path, limit }) => {
    const sizes = [...sizesOf(path.replace('packages/browser/', '')), parseInt(limit, 10)];
    return `| ${[name, ...sizes.map(number)].join(' | ')} |`;
  });
  return ['| bytes of | minified | gzip | brotli | limit |', '|---|---:|---:|---:|---:|', ...rows].join('\n');
}

/** Our own rows of the comparison with other trackers, by the file that each weighs. */
const compared = [
  ['sdk.js', 'dist/sdk.js'],
  ['sdk.extra.js', 'dist/sdk.extra.js'],
  ['`init, page, track`', 'dist/size/minimal-app.js'],
] as const;

/** The README with the sizes of the build that is there, wherever it tells one. */
export function withSizes(text: string): string {
  const told = text.replace(/(?<=<!-- sizes -->\n).*?(?=\n<!-- \/sizes -->)/s, table);
  return compared.reduce((page: string, [name, file]) => {
    const row = `| **cvq** ${name} | ${sizesOf(file).map(number).join(' | ')} |`;
    return page.replaceAll(
      new RegExp(`^\\| \\*\\*cvq\\*\\* ${name.replaceAll('.', '\\.')} \\|.*$`, 'gm'),
      (found) =>
        // Another table may have a row of this name, with other figures than sizes.
        found.split('|').length === row.split('|').length ? row : found,
    );
  }, told);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write(`${table()}\n`);
  if (process.argv.includes('--write')) writeFileSync(readme, withSizes(readFileSync(readme, 'utf8')));
}
