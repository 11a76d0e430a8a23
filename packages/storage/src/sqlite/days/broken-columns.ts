import type { Connection } from '../open-database.ts';
import { rowsOf } from '../rows-of.ts';
import { BodyBroken, decompress } from './compressed-body.ts';
import { KINDS, SLOTS } from './stored-days.ts';

const BODIES = `
  SELECT id / ${SLOTS} AS day, body FROM day_columns
  UNION ALL SELECT id / ${KINDS}, body FROM day_rollups
  UNION ALL SELECT day, body FROM day_properties`;
const NAMES = `
  SELECT projects.key AS project, days.start FROM days JOIN projects ON projects.id = days.project WHERE days.id = ?`;

/** What the checksums of stored days find wrong: a sentence for each day. */
export function brokenColumns(db: Connection): string[] {
  const broken = new Set<number>();
  for (const { day, body } of rowsOf<{ day: number; body: Uint8Array }>(db.prepare(BODIES))) {
    if (!broken.has(day) && isBroken(body)) broken.add(day);
  }
  const name = db.prepare(NAMES);
  return [...broken].flatMap((day) => {
    const found = name.get(day) as { project: string; start: number } | undefined;
    return found === undefined ? [] : [sentenceOf(found)];
  });
}

function isBroken(body: Uint8Array): boolean {
  try {
    decompress(body);
    return false;
  } catch (error) {
    if (error instanceof BodyBroken) return true;
    throw error;
  }
}

const sentenceOf = ({ project, start }: { readonly project: string; readonly start: number }) =>
  `the columns of ${project} on ${new Date(start).toISOString().slice(0, 10)} are not as they were stored. ` +
  'A report on that day makes them anew from the events, and nothing is lost, but a disk that does this is not to be trusted';
