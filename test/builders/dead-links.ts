import { existsSync } from 'node:fs';
import path from 'node:path';

/** Links of a page to files that are not there, as somebody meets them who has this folder alone. */
export function deadLinks(page: string, folder: string): string[] {
  const targets = [...page.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target = '']) => target);
  const local = targets.filter((target) => !/^(https?|mailto):/.test(target));
  return local.filter((target) => {
    const file = path.resolve(folder, target);
    return !file.startsWith(folder + path.sep) || !existsSync(file);
  });
}
