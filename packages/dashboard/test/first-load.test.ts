import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';

const PERFORMANCE = new URL('../../../docs/performance.md', import.meta.url);
const DIST = new URL('../dist/', import.meta.url);

/** What the page names itself: all else is fetched later. */
const named = [
  ...readFileSync(new URL('index.html', DIST), 'utf8').matchAll(/(?:src|href)="\/?(assets\/[^"]+)"/g),
].map(([, path]) => path as string);
const compressed = (path: string) => brotliCompressSync(readFileSync(new URL(path, DIST))).length;

it('the script and the style of the first load take 30 KiB at most, as the documentation tells, and the font 14.5', () => {
  const fonts = readdirSync(new URL('assets/', DIST)).filter((name) => name.endsWith('.woff2'));
  const code = new Set(named.filter((path) => /\.(?:js|css)$/.test(path)));
  const sum = [...code].reduce((bytes, path) => bytes + compressed(path), 0);
  expect([...code].map((path) => path.replace(/.*\./, '')).toSorted()).toEqual(['css', 'js']);
  expect(sum).toBeLessThanOrEqual(30 * 1024);
  const told = /^\| Script and style of the first load \| ([\d,]+) B/m.exec(
    readFileSync(PERFORMANCE, 'utf8'),
  )?.[1];
  expect(Math.abs(Number(told?.replace(',', '')) - sum), `docs/performance.md tells ${told} B`).toBeLessThan(
    250,
  );
  expect(fonts).toHaveLength(1);
  expect(readFileSync(new URL(`assets/${fonts[0]}`, DIST)).length).toBeLessThanOrEqual(14.5 * 1024);
});

it('every file that the page can ask for is there, and none of them names another origin', () => {
  const files = readdirSync(new URL('assets/', DIST)).filter((name) => /\.(?:js|css)$/.test(name));
  expect(files.length).toBeGreaterThan(2);
  for (const name of files) {
    const text = readFileSync(new URL(`assets/${name}`, DIST), 'utf8');
    for (const [, asset] of text.matchAll(/assets\/([\w.-]+\.(?:js|css|woff2))/g))
      expect(readdirSync(new URL('assets/', DIST))).toContain(asset);
    expect(text.match(/(?:@import|url\()\s*["']?(?:https?:)?\/\//g) ?? []).toEqual([]);
  }
});
