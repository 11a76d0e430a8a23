import type { Connection } from '../open-database.ts';
import { noteAnswersIn } from './archived-answers.ts';
import { indexSessionIn, moveSessionIn } from './archived-session-index.ts';
import { type ArchivedTable, KIND } from './archived-tables.ts';
import type { BlockGroup, Group, PackedPart } from './pack-group.ts';
import type { Row } from './row-block.ts';

/** Rows are no longer where they were read. */
export class Moved extends Error {
  override readonly name = 'Moved';
  constructor() {
    super('Rows that were to be archived were changed meanwhile');
  }
}

/**
 * Stores a group as blocks, within a transaction of the caller.
 * @throws Moved where a row was taken, changed or archived since the group was read
 */
export function storeGroupIn(
  db: Connection,
  table: ArchivedTable,
): (project: number, group: BlockGroup) => void {
  const { name, key, tie, kind } = table;
  const move = db.prepare('UPDATE watched SET moving = ? WHERE id = 1');
  const reach = db.prepare('UPDATE watched SET archived_before = max(archived_before, ?) WHERE id = 1');
  const remove = db.prepare(`DELETE FROM ${name} WHERE project = ? AND ${key} = ? AND ${tie} = ?`);
  const takenOf = db.prepare('SELECT count(*) FROM taken WHERE block = ?').pluck();
  const forgetTaken = db.prepare('DELETE FROM taken WHERE block = ?');
  const drop = db.prepare('DELETE FROM blocks WHERE id = ?');
  const insert = insertIn(db, table);
  const indexSessions = kind === KIND.sessions ? indexSessionsIn(db) : () => () => {};
  const noteAnswers = kind === KIND.events ? noteAnswersIn(db) : () => {};

  function dropBlock({ id, taken }: Group['blocks'][number]): void {
    if (takenOf.get(id) !== taken || drop.run(id).changes !== 1) throw new Moved();
    if (taken > 0) forgetTaken.run(id);
  }

  return (project, { rows, loose, blocks, parts }) => {
    move.run(1);
    const index = indexSessions({ loose, blocks });
    for (const row of loose) if (remove.run(project, row[key], row[tie]).changes !== 1) throw new Moved();
    for (const block of blocks) dropBlock(block);
    for (const part of parts) {
      const block = insert(project, part);
      index(part, block);
    }
    noteAnswers(rows);
    // What is sought by the times that rows tell is sought in the archive up to the latest of them.
    reach.run(rows.reduce((latest, row) => Math.max(latest, row[key] as number, timeOf(row, table)), 0) + 1);
    move.run(0);
  };
}

/** Those that were archived before are in the indexes, but those of blocks of an earlier version. */
function indexSessionsIn(db: Connection) {
  const isUnindexed = db.prepare('SELECT 1 FROM unindexed_blocks WHERE block = ?').pluck();
  const [indexSession, moveSession] = [indexSessionIn(db), moveSessionIn(db)];
  return ({ loose, blocks }: Pick<Group, 'loose' | 'blocks'>) => {
    const isNew = new Set(loose);
    const areAllNew = blocks.some(({ id }) => isUnindexed.get(id) !== undefined);
    return ({ rows }: PackedPart, block: number): void => {
      for (const row of rows) (areAllNew || isNew.has(row) ? indexSession : moveSession)(row, block);
    };
  };
}

/** Gives the number of the block. */
function insertIn(db: Connection, table: ArchivedTable) {
  const { kind, key } = table;
  const insert = db.prepare(`
    INSERT INTO blocks (kind, project, first_key, last_key, first_at, last_at, rows, body)
    VALUES (${kind}, ?, ?, ?, ?, ?, ?, ?)`);
  return (project: number, { rows, body }: PackedPart): number => {
    const keys = [rows[0]?.[key], rows.at(-1)?.[key]];
    const times = rows.map((row) => timeOf(row, table));
    const [first, last] = times.reduce(
      ([low, high], at) => [Math.min(low, at), Math.max(high, at)],
      [Number.POSITIVE_INFINITY, 0],
    );
    const given = [project, ...keys, first, last, rows.length, body];
    return Number(insert.run(...given).lastInsertRowid);
  };
}

const timeOf = (row: Row, { until, key }: ArchivedTable) => (row[until] ?? row[key]) as number;
