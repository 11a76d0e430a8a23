import type { Connection } from '../open-database.ts';
import { ARCHIVED_EVENTS, ARCHIVED_SESSIONS, type ArchivedTable } from './archived-tables.ts';
import { type BlockHead, Blocks } from './blocks.ts';
import { type BlockGroup, packGroup } from './pack-group.ts';
import { Moved, storeGroupIn } from './store-group.ts';

/** Makes blocks anew without the rows that were taken from them, which their bodies have in them still. */
export class BlockRenewal {
  readonly #tables: readonly ReturnType<typeof renewalOf>[];

  constructor(db: Connection) {
    this.#tables = [ARCHIVED_EVENTS, ARCHIVED_SESSIONS].map((table) => renewalOf(db, table));
  }

  /**
   * Renews a block of a project from which rows were taken; false where there is none.
   * @throws BlockBroken
   */
  renewOne(project: number): boolean {
    return this.#tables.some((renew) => renew(project));
  }
}

function renewalOf(db: Connection, table: ArchivedTable): (project: number) => boolean {
  const blocks = new Blocks(db, table);
  const next = db
    .prepare(`
      SELECT block FROM taken JOIN blocks ON blocks.id = taken.block
      WHERE kind = ${table.kind} AND project = ? LIMIT 1`)
    .pluck();
  const drop = db.prepare('DELETE FROM blocks WHERE id = ?');
  const forgetTaken = db.prepare('DELETE FROM taken WHERE block = ?');
  const storeGroup = storeGroupIn(db, table);

  const read = db.transaction((project: number) => {
    const head = blocks.head((next.get(project) as number | undefined) ?? 0);
    if (head === undefined) return null;
    const taken = blocks.taken(head);
    return { head, taken: taken.size, rows: rowsOf(head, taken) };
  }).deferred;
  const write = db.transaction((project: number, id: number, group: BlockGroup | null) => {
    if (group !== null) storeGroup(project, group);
    else {
      drop.run(id);
      forgetTaken.run(id);
    }
  }).immediate;

  function rowsOf(block: BlockHead, taken: ReadonlySet<number>) {
    const places = Array.from({ length: block.rows }, (_, place) => place);
    return places.filter((place) => !taken.has(place)).map((place) => blocks.row({ block, place }));
  }

  return (project) => {
    const left = read(project);
    if (left === null) return false;
    const { rows, taken, head } = left;
    const group = { rows, loose: [], blocks: [{ id: head.id, taken }] };
    const packed = rows.length > 0 ? packGroup(group, table) : null;
    try {
      write(project, head.id, packed);
    } catch (error) {
      // Who has taken another row meanwhile has left the block, and it is the next again.
      if (!(error instanceof Moved)) throw error;
    }
    return true;
  };
}
