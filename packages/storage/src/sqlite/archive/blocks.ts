import { DAY_MS } from '@cvq/contract/constants';
import { LRUCache } from 'lru-cache';
import { BlockBroken } from '../../block-broken.ts';
import { BodyBroken } from '../days/column-body.ts';
import type { Connection } from '../open-database.ts';
import { rowsOf } from '../rows-of.ts';
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

/** What a block takes in memory, taken apart: so much at least, and so many times what its body is. */
const LEAST_BYTES = 16_384;
const UNPACKED = 12;
/** Of a table, for each connection. */
const CACHE_BYTES = 8 * 1024 * 1024;

/** The blocks of a archived table. Each is what it was stored as for good: what is taken from it is told beside. */
export class Blocks {
  readonly table: ArchivedTable;
  readonly #names: readonly string[];
  readonly #byId;
  readonly #from;
  readonly #during;
  readonly #wide;
  readonly #body;
  readonly #taken;
  readonly #isTaken;
  readonly #opened = new LRUCache<number, RowBlock>({ maxSize: CACHE_BYTES, sizeCalculation: sizeOf });

  constructor(db: Connection, table: ArchivedTable) {
    const { kind } = table;
    this.table = table;
    this.#names = namesOf(table);
    this.#byId = db.prepare(`SELECT ${HEAD} FROM blocks WHERE id = ? AND kind = ${kind}`);
    this.#from = db.prepare(`
      SELECT ${HEAD} FROM blocks INDEXED BY blocks_by_key
      WHERE kind = ${kind} AND project = ? AND last_key >= ? ORDER BY last_key, first_key`);
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
    for (const head of rowsOf<BlockHead>(this.#from, project, from)) {
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
    return this.#whole(head, () => this.#open(head).column(name));
  }

  /**
   * As `column`, for who needs few of the values.
   * @throws BlockBroken
   */
  cells(head: BlockHead, name: string): Cells {
    return this.#whole(head, () => this.#open(head).cells(name));
  }

  /**
   * A row of a block: all of its columns, or some.
   * @throws BlockBroken
   */
  row({ block, place }: BlockPlace, names: readonly string[] = this.#names): Row {
    return this.#whole(block, () => this.#open(block).row(place, names));
  }

  #open({ id, rows }: BlockHead): RowBlock {
    const known = this.#opened.get(id);
    if (known !== undefined) return known;
    const opened = new RowBlock(this.#body.get(id) as Uint8Array);
    if (opened.rows !== rows) throw new BodyBroken('A block has not as many rows as were stored.');
    this.#opened.set(id, opened);
    return opened;
  }

  #whole<Read>(head: BlockHead, read: () => Read): Read {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BodyBroken)) throw error;
      throw new BlockBroken({ ...head, of: this.table.name }, error);
    }
  }
}

const sizeOf = (block: RowBlock) => LEAST_BYTES + UNPACKED * block.bytes;
