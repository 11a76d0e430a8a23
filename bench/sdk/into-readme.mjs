import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/root.mjs';

const readme = path.join(root, 'packages/browser/README.md');

/** Puts a result between its marks in the README of the SDK. */
export function intoReadme(name, text) {
  const place = new RegExp(`(?<=<!-- bench:${name} -->\n)[^]*(?=<!-- /bench:${name} -->)`);
  const before = readFileSync(readme, 'utf8');
  if (!place.test(before)) throw new Error(`packages/browser/README.md has no place for ${name}.`);
  writeFileSync(
    readme,
    before.replace(place, () => `\n${text}\n\n`),
  );
}
