import { DAY_MS } from '@cvq/contract/constants';
import { LRUCache } from 'lru-cache';
import { BlockBroken } from '../../block-broken.ts';
import { BodyBroken } from '../days/compressed-body.ts';
import { fewThenAll } from '../few-then-all.ts';
import type { Connection } from '../open-database.ts';
import { type ArchivedTable, namesOf } from './archived-tables.ts';
import { type Cells, type Row, RowBlock } from './row-block.ts';

/** A block without its rows. */
export type BlockHead = {
  readonly id: number;
  readonly project: number;
  readonly firstKey: number;
  readonly lastKey: number;
  readonly firstAt: number;
  readonly rows: number;
};
/** Where a archived row lies. */
export type BlockPlace = { readonly block: BlockHead; readonly place: number };
/** Epoch milliseconds, without `until`. */
type Range = { readonly from: number; readonly until: number };

const HEAD = 'id, project, first_key AS firstKey, last_key AS lastKey, first_at AS firstAt, rows';
/** A block that spans so much is wide. */
export const WIDE_MS = 2 * DAY_MS;

/**
 * Whether the rows of a block happened far apart, as where an id tells another time than its event: then on most days
 * between nothing did.
 */
export const IS_WIDE = `last_at - first_at >= ${WIDE_MS}`;

/** Most who ask for keys ask for one, which is in one block, and not in the next. */
const FEW_BLOCKS = 2;

/** Of a table, for each connection. */
const CACHE_BYTES = 8 * 1024 * 1024;

/** A block with what it took in memory when that was looked at. */
type Opened = { readonly block: RowBlock; readonly bytes: number };

/** The blocks of a archived table. Each is what it was stored as for good: what is taken from it is told beside. */
export class Blocks {
  readonly table: ArchivedTable;
  readonly #names: readonly string[];
  readonly #byId;
  readonly #from;
  readonly #fewFrom;
  readonly #during;
  readonly #wide;
  readonly #body;
  readonly #taken;
  readonly #isTaken;
  readonly #opened = new LRUCache<number, Opened>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });

  constructor(db: Connection, table: ArchivedTable) {
    const { kind } = table;
    this.table = table;
    this.#names = namesOf(table);
    this.#byId = db.prepare(`SELECT ${HEAD} FROM blocks WHERE id = ? AND kind = ${kind}`);
    const from = `
      SELECT ${HEAD} FROM blocks INDEXED BY blocks_by_key
      WHERE kind = ${kind} AND project = ? AND last_key >= ? ORDER BY last_key, first_key`;
    this.#from = db.prepare(from);
    this.#fewFrom = fewThenAll<BlockHead>(db, from, FEW_BLOCKS);
    const during = `
      SELECT ${HEAD} FROM blocks INDEXED BY blocks_by_time
      WHERE kind = ${kind} AND project = ? AND last_at >= ? AND first_at < ?`;
    this.#during = db.prepare(`${during} ORDER BY last_at`);
    this.#wide = db.prepare(`${during} AND ${IS_WIDE}`);
    this.#body = db.prepare('SELECT body FROM blocks WHERE id = ?').pluck();
    this.#isTaken = db.prepare('SELECT 1 FROM taken WHERE block = ? AND place = ?');
    this.#taken = db.prepare('SELECT place FROM taken WHERE block = ? ORDER BY place').pluck();
  }

  head(id: number): BlockHead | undefined {
    return this.#byId.get(id) as BlockHead | undefined;
  }

  /** Those that may hold rows of these keys, in the order of their keys. */
  ofKeys(project: number, { from, until }: Range): BlockHead[] {
    const found: BlockHead[] = [];
    // Blocks of a table share no key but at their ends.
    for (const head of this.#fewFrom(project, from)) {
      if (head.firstKey >= until) break;
      found.push(head);
    }
    return found;
  }

  /** Those from a key on, one after the other. */
  from(project: number, key: number): BlockHead[] {
    return this.#from.all(project, key) as BlockHead[];
  }

  /** Those that may have rows which tell these times. */
  during(project: number, { from, until }: Range): BlockHead[] {
    return this.#during.all(project, from, until) as BlockHead[];
  }

  /** Of these the wide ones. */
  wideDuring(project: number, { from, until }: Range): BlockHead[] {
    return this.#wide.all(project, from, until) as BlockHead[];
  }

  /** Whether a row is no longer the block's. */
  isTaken({ block, place }: BlockPlace): boolean {
    return this.#isTaken.get(block.id, place) !== undefined;
  }

  /** The places that are no longer the block's. */
  taken({ id }: BlockHead): ReadonlySet<number> {
    return new Set(this.#taken.all(id) as number[]);
  }

  /**
   * A column of a block.
   * @throws BlockBroken
   */
  column(head: BlockHead, name: string): readonly Row[string][] {
    return this.#read(head, (block) => block.column(name));
  }

  /**
   * As `column`, for who needs few of the values.
   * @throws BlockBroken
   */
  cells(head: BlockHead, name: string): Cells {
    return this.#read(head, (block) => block.cells(name));
  }

  /**
   * A row of a block: all of its columns, or some.
   * @throws BlockBroken
   */
  row({ block, place }: BlockPlace, names: readonly string[] = this.#names): Row {
    return this.#read(block, (opened) => opened.row(place, names));
  }

  #read<Read>(head: BlockHead, readFrom: (block: RowBlock) => Read): Read {
    try {
      const { block, bytes } = this.#opened.get(head.id) ?? this.#open(head);
      const read = readFrom(block);
      // Columns are taken apart when they are asked for: most blocks are asked for few of them.
      if (block.heldBytes > bytes) this.#keep(head.id, block);
      return read;
    } catch (error) {
      if (!(error instanceof BodyBroken)) throw error;
      throw new BlockBroken({ ...head, of: this.table.name }, error);
    }
  }

  #open({ id, rows }: BlockHead): Opened {
    const block = new RowBlock(this.#body.get(id) as Uint8Array);
    if (block.rows !== rows) throw new BodyBroken('A block has not as many rows as were stored.');
    return this.#keep(id, block);
  }

  #keep(id: number, block: RowBlock): Opened {
    const opened = { block, bytes: block.heldBytes };
    this.#opened.set(id, opened);
    return opened;
  }
}
