import type { Connection } from '../open-database.ts';
import { ANSWER_NAMES, noteAnswersIn } from './archived-answers.ts';
import { INDEXED_NAMES, indexSessionIn } from './archived-session-index.ts';
import { ARCHIVED_EVENTS, ARCHIVED_SESSIONS, type ArchivedTable, KIND } from './archived-tables.ts';
import { type BlockHead, Blocks } from './blocks.ts';
import type { Row } from './row-block.ts';

/** A block that was stored before there were all of the indexes that are made of its rows. */
type Unindexed = { readonly kind: number; readonly block: number };

/** Makes the indexes of blocks up that an earlier version has stored. */
export class BlockIndexing {
  readonly #unindexed;
  readonly #index: (unindexed: Unindexed) => void;

  constructor(db: Connection) {
    this.#unindexed = db.prepare('SELECT kind, block FROM unindexed_blocks WHERE project = ? ORDER BY block');
    const done = db.prepare('DELETE FROM unindexed_blocks WHERE block = ?');
    const events = rowsOfBlocksIn(db, ARCHIVED_EVENTS, ANSWER_NAMES);
    const sessions = rowsOfBlocksIn(db, ARCHIVED_SESSIONS, INDEXED_NAMES);
    const noteAnswers = noteAnswersIn(db);
    const indexSession = indexSessionIn(db);
    // A row that is taken meanwhile must not be found where it lay.
    this.#index = db.transaction(({ kind, block }: Unindexed) => {
      if (kind === KIND.events) noteAnswers(events(block));
      else for (const row of sessions(block)) indexSession(row, block);
      done.run(block);
    }).immediate;
  }

  /** The blocks of a project that are to be indexed. */
  of(project: number): Unindexed[] {
    return this.#unindexed.all(project) as Unindexed[];
  }

  /**
   * Indexes one, in a transaction of its own.
   * @throws BlockBroken
   */
  index(unindexed: Unindexed): void {
    this.#index(unindexed);
  }
}

/** Some columns of the rows that are in a block still; nothing of one that is no more. */
function rowsOfBlocksIn(db: Connection, table: ArchivedTable, names: readonly string[]) {
  const blocks = new Blocks(db, table);
  const read = (head: BlockHead): Row[] => {
    const taken = blocks.taken(head);
    const places = Array.from({ length: head.rows }, (_, place) => place).filter(
      (place) => !taken.has(place),
    );
    return places.map((place) => blocks.row({ block: head, place }, names));
  };
  return (block: number): Row[] => {
    const head = blocks.head(block);
    return head === undefined ? [] : read(head);
  };
}
