import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Row = {
  readonly ua: string;
  readonly name?: string;
  readonly cat?: string | null;
  readonly src?: string;
  readonly form?: string;
};

const SHIPPED = new URL('../../packages/collector/test/bots/data/', import.meta.url).pathname;

/** An evaluation set, of your own where CVQ_BOT_SETS names a folder that has it, else of the collector's tests. */
export function readSet<Content>(name: string): Content | null {
  return readOwnSet<Content>(name) ?? readJson<Content>(join(SHIPPED, `${name}.json`));
}

/** An evaluation set of the folder that CVQ_BOT_SETS names; null where it has none of that name. */
export function readOwnSet<Content>(name: string): Content | null {
  const folder = process.env.CVQ_BOT_SETS;
  return folder ? readJson<Content>(join(folder, `${name}.json`)) : null;
}

export const rowsOf = (name: string): Row[] => readSet<Row[]>(name) ?? [];

function readJson<Content>(path: string): Content | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
