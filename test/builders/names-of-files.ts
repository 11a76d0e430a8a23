import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Every file below a folder, by its path from there. */
export function namesOfFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
}
