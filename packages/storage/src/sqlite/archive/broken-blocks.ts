import { BlockBroken } from '../../block-broken.ts';
import { BodyBroken } from '../days/compressed-body.ts';
import type { Connection } from '../open-database.ts';
import { rowsOf } from '../rows-of.ts';
import { ARCHIVED_EVENTS, ARCHIVED_SESSIONS, type ArchivedTable, KIND, namesOf } from './archived-tables.ts';
import type { BlockHead } from './blocks.ts';
import { RowBlock } from './row-block.ts';

type StoredBlock = BlockHead & { readonly body: Uint8Array };

const blocksOf = ({ kind }: ArchivedTable) => `
  SELECT blocks.id, project, first_key AS firstKey, last_key AS lastKey, first_at AS firstAt, rows, body
  FROM blocks WHERE kind = ${kind}`;

/** Sessions that the index has, and no block. */
const LOST_SESSIONS = `
  SELECT count(*) FROM archived_sessions
  WHERE NOT EXISTS (SELECT 1 FROM blocks WHERE id = archived_sessions.block AND kind = ${KIND.sessions})`;
const STRAY_PLACES =
  'SELECT count(*) FROM taken WHERE NOT EXISTS (SELECT 1 FROM blocks WHERE id = taken.block)';

/** What is wrong with archived rows: a sentence for each block that is not as it was stored, and for each kind of stray. */
export function brokenBlocks(db: Connection): string[] {
  const bodies = [ARCHIVED_EVENTS, ARCHIVED_SESSIONS].flatMap((table) => [...brokenOf(db, table)]);
  const strays = [
    [LOST_SESSIONS, 'archived sessions are in no block'],
    [STRAY_PLACES, 'rows were taken from a block that is no more'],
  ] as const;
  const counted = strays.flatMap(([sql, what]) => {
    const count = db.prepare(sql).pluck().get() as number;
    return count === 0 ? [] : [`${count} ${what}`];
  });
  return [...bodies, ...counted];
}

function* brokenOf(db: Connection, table: ArchivedTable): Iterable<string> {
  for (const { body, ...head } of rowsOf<StoredBlock>(db.prepare(blocksOf(table)))) {
    const error = errorOf(body, { head, table });
    if (error !== null) yield new BlockBroken({ ...head, of: table.name }, error).message;
  }
}

/** All columns are taken apart: the checksum of each is verified by that. */
function errorOf(body: Uint8Array, { head, table }: { head: BlockHead; table: ArchivedTable }): Error | null {
  try {
    const block = new RowBlock(body);
    for (const name of namesOf(table)) block.column(name);
    return block.rows === head.rows ? null : new BodyBroken('It has not as many rows as were stored.');
  } catch (error) {
    if (error instanceof BodyBroken) return error;
    throw error;
  }
}
