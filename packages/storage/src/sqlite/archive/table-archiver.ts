import { DAY_MS } from '@cvq/contract/constants';
import { type Changed, ChangeReader } from '../changes.ts';
import type { Connection } from '../open-database.ts';
import { type ArchivedTable, KIND, namesOf } from './archived-tables.ts';
import { type BlockHead, Blocks } from './blocks.ts';
import { type BlockGroup, type Group, packGroup } from './pack-group.ts';
import type { Row } from './row-block.ts';
import { Moved, storeGroupIn } from './store-group.ts';

type Range = { readonly from: number; readonly until: number };
/** What becomes blocks at once, up to a key. */
type Some = { readonly group: Group | null; readonly until: number };

/** Hears after each transaction that writes how many milliseconds it took. */
export type AfterWrite = (tookMs: number) => void;

/** The first and the last of some keys. */
type Ends = { readonly first: number; readonly last: number };
/** With how many rows of the table lie between. */
type Reaching = Ends & { readonly rows: number };

/**
 * Anybody can send any number of events of one instant. Rows that would be put together with more blocks than this, in
 * the memory of this thread, stay rows.
 */
const MOST_BLOCKS = 16;

/** Archives the rows of one table. */
export class TableArchiver {
  readonly #table: ArchivedTable;
  readonly #blocks: Blocks;
  readonly #changes: ChangeReader;
  readonly #first;
  readonly #between;
  readonly #read: (project: number, range: Range) => Some;
  readonly #store: (project: number, group: BlockGroup) => void;

  readonly #afterWrite: AfterWrite;

  constructor(db: Connection, table: ArchivedTable, afterWrite: AfterWrite = () => {}) {
    const { name, key, tie, atMost, atOnce } = table;
    this.#table = table;
    this.#afterWrite = afterWrite;
    this.#blocks = new Blocks(db, table);
    this.#changes = new ChangeReader(db);
    const rows = `
      SELECT ${namesOf(table).join(', ')} FROM ${name}
      WHERE project = ? AND ${key} >= ? AND ${key} < ? ORDER BY ${key}, ${tie}`;
    this.#first = db.prepare(`${rows} LIMIT ${atOnce}`);
    // Anybody can send any number of events of one instant.
    this.#between = db.prepare(`${rows} LIMIT ${4 * atMost}`);
    this.#read = db.transaction((project: number, range: Range) => {
      this.#changes.next();
      return this.#some(project, range);
    }).deferred;
    const store = storeGroupIn(db, table);
    this.#store = db.transaction((project: number, group: BlockGroup) => {
      if (isChanged(this.#changes.next(), { project, group, table })) throw new Moved();
      store(project, group);
    }).immediate;
  }

  /**
   * Archives the first rows of a range, as many as a block holds, and those of the blocks that they lie in. Tells how many rows
   * that were, none where one was changed meanwhile, and from where on to go on.
   */
  archiveSome(project: number, range: Range): { readonly until: number; readonly archived: number } {
    const { group, until } = this.#read(project, range);
    if (group === null) return { until, archived: 0 };
    const packed = packGroup(group, this.#table);
    const began = performance.now();
    try {
      this.#store(project, packed);
      return { until, archived: group.loose.length };
    } catch (error) {
      if (error instanceof Moved) return { until, archived: 0 };
      throw error;
    } finally {
      this.#afterWrite(performance.now() - began);
    }
  }

  #some(project: number, range: Range): Some {
    const { key, tie, atOnce } = this.#table;
    let loose = this.#first.all(project, range.from, range.until) as Row[];
    if (loose.length === 0) return { group: null, until: range.until };
    const ends = { first: loose[0]?.[key] as number, last: loose.at(-1)?.[key] as number };
    const { heads, first, last } = this.#reached(project, { ...ends, rows: loose.length });
    if (heads.length > MOST_BLOCKS) return { group: null, until: ends.last + 1 };
    // Of one instant all are taken: from the next one on nobody would come back to them.
    const isPartOfKey = loose.length === atOnce && first === last;
    if (heads.length > 0 || isPartOfKey) loose = this.#between.all(project, first, last + 1) as Row[];
    const blocks = heads.map((head) => ({ head, taken: this.#blocks.taken(head) }));
    const archived = blocks.flatMap(({ head, taken }) => this.#rowsOf(head, taken));
    const rows = [...loose, ...archived].sort(
      (one, other) => compare(one[key], other[key]) || compare(one[tie], other[tie]),
    );
    return {
      group: { rows, loose, blocks: blocks.map(({ head, taken }) => ({ id: head.id, taken: taken.size })) },
      // Others of the last key may be left.
      until: loose.length < atOnce ? last + 1 : Math.max(range.from + 1, last),
    };
  }

  /**
   * The blocks that rows of these keys lie in, with all that lie in those: none other has a row between two of theirs. One
   * right before them is joined to them where it is small, or was begun right before, with rows that were too many for one
   * transaction.
   */
  #reached(
    project: number,
    { first, last, rows }: Reaching,
  ): Ends & { readonly heads: readonly BlockHead[] } {
    const { atMost, atOnce } = this.#table;
    const heads = this.#blocks.ofKeys(project, { from: first - (first % DAY_MS), until: last + 1 });
    let [at, lowest, together] = [heads.length, first, rows];
    for (let head = heads[at - 1]; head !== undefined; head = heads[at - 1]) {
      const hasRoom = rows === atOnce && together + head.rows <= atMost;
      if (head.lastKey < lowest && head.rows >= atMost / 2 && !hasRoom) break;
      together += head.rows;
      lowest = Math.min(lowest, head.firstKey);
      at -= 1;
    }
    const highest = Math.max(last, heads.at(-1)?.lastKey ?? last);
    if (highest > last) return this.#reached(project, { first: lowest, last: highest, rows });
    return { heads: heads.slice(at), first: lowest, last };
  }

  #rowsOf(block: BlockHead, taken: ReadonlySet<number>): Row[] {
    const places = Array.from({ length: block.rows }, (_, place) => place);
    return places.filter((place) => !taken.has(place)).map((place) => this.#blocks.row({ block, place }));
  }
}

/** Whether a commit changed any row of a group since it was read, as far as that is known. */
function isChanged(
  changes: readonly Changed[] | null,
  { project, group: { rows }, table: { kind, key } }: { project: number; group: Group; table: ArchivedTable },
): boolean {
  if (changes === null) return true;
  if (kind === KIND.sessions) {
    const ids = new Set(rows.map(({ id }) => id));
    return changes.some(({ sessions }) => sessions.some((id) => ids.has(id)));
  }
  const [first, last] = [rows[0]?.[key] as number, rows.at(-1)?.[key] as number];
  return changes.some(({ events }) => events.some(([of, ms]) => of === project && ms >= first && ms <= last));
}

function compare(one: Row[string] | undefined, other: Row[string] | undefined): number {
  if (one === other) return 0;
  return (one as number) < (other as number) ? -1 : 1;
}
