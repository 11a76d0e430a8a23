import path from 'node:path';

/** The top folder of the repository. */
export const root = path.resolve(import.meta.dirname, '..');

/** The JavaScript file behind a command of an installed development dependency. */
export function toolFile(name, file) {
  return path.join(root, 'node_modules', name, file);
}
