import { readFileSync } from 'node:fs';

type Row = {
  readonly ua: string;
  readonly name?: string;
  readonly cat?: string | null;
  readonly src?: string;
  readonly form?: string;
};

/** An evaluation set of the collector's tests, or of the folder that CVQ_BOT_SETS names, for sets of your own. */
export function readSet<Content>(name: string): Content | null {
  const own = process.env.CVQ_BOT_SETS;
  const folder = new URL('../../packages/collector/test/bots/data/', import.meta.url);
  try {
    return JSON.parse(
      readFileSync(own ? `${own}/${name}.json` : new URL(`${name}.json`, folder), 'utf8'),
    ) as Content;
  } catch {
    return null;
  }
}

export const rowsOf = (name: string): Row[] => readSet<Row[]>(name) ?? [];
