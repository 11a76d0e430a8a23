import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

/** Contents, not times: a checkout touches files that it leaves the same. */
export function fingerprint(patterns) {
  const hash = createHash('sha256');
  for (const file of filesOf(patterns)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** The files that the patterns name, as sorted paths from the root of the repository. */
export function filesOf(patterns) {
  const options = { cwd: root, withFileTypes: true, exclude: (entry) => entry.name === 'node_modules' };
  return globSync(patterns, options)
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
