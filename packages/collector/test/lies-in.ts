import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether any file of a folder has a text in it, as `grep -a` tells. */
export function liesIn(folder: string, text: string): boolean {
  return readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));
}
