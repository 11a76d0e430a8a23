import type { EventId } from '@cvq/contract';
import { DAY_MS } from '@cvq/contract/constants';
import { LRUCache } from 'lru-cache';
import { lowerBound } from '../lower-bound.ts';
import type { Connection } from '../open-database.ts';
import { CONVERSION } from '../row-codes.ts';
import { ARCHIVED_EVENTS } from './archived-tables.ts';
import { type BlockHead, type BlockPlace, Blocks } from './blocks.ts';
import type { Row } from './row-block.ts';

type Range = { readonly from: number; readonly until: number };

/** Reads events that are archived: those that are in no row. */
export class ArchivedEvents {
  readonly #blocks: Blocks;
  /** By wide block. */
  readonly #days = new LRUCache<number, readonly number[]>({ max: 256 });

  constructor(db: Connection) {
    this.#blocks = new Blocks(db, ARCHIVED_EVENTS);
  }

  get(project: number, key: EventId): Row | undefined {
    const place = this.find(project, key);
    return place && this.#blocks.row(place);
  }

  find(project: number, { ms, suffix }: EventId): BlockPlace | undefined {
    for (const block of this.#blocks.ofKeys(project, { from: ms, until: ms + 1 })) {
      const times = this.#blocks.cells(block, 'ms');
      const suffixes = this.#blocks.cells(block, 'suffix');
      let place = this.#firstFrom(block, ms);
      for (; place < block.rows && times.at(place) === ms; place += 1) {
        if (suffixes.at(place) !== suffix) continue;
        return this.#blocks.isTaken({ block, place }) ? undefined : { block, place };
      }
    }
    return undefined;
  }

  /** Events that happened in a range, with some of their columns, in no order. */
  *during(project: number, range: Range, names: readonly string[]): Iterable<Row> {
    for (const place of this.placesDuring(project, range)) yield this.#blocks.row(place, names);
  }

  /** Where they lie, of all or of those that a column has a value for. */
  *placesDuring(project: number, { from, until }: Range, column = 'project', wanted: unknown = project) {
    for (const block of this.#blocks.during(project, { from, until })) {
      const times = this.#blocks.column(block, 'at') as readonly number[];
      const values = this.#blocks.column(block, column);
      const taken = this.#blocks.taken(block);
      for (let place = 0; place < block.rows; place += 1) {
        const at = times[place] as number;
        if (at >= from && at < until && values[place] === wanted && !taken.has(place)) yield { block, place };
      }
    }
  }

  /** Events after an id, in the order of ids. */
  *after(project: number, { ms, suffix }: EventId): Iterable<Row> {
    for (const block of this.#blocks.from(project, Math.max(0, ms))) {
      const times = this.#blocks.column(block, 'ms') as readonly number[];
      const suffixes = this.#blocks.column(block, 'suffix') as readonly string[];
      const taken = this.#blocks.taken(block);
      for (let place = this.#firstFrom(block, ms); place < block.rows; place += 1) {
        const isAfter = (times[place] as number) > ms || (suffixes[place] as string) > suffix;
        if (isAfter && !taken.has(place)) yield this.#blocks.row({ block, place });
      }
    }
  }

  /** Conversions, those that count nowhere among them, with some of their columns, in no order. */
  *conversions(project: number, names: readonly string[]): Iterable<Row> {
    for (const block of this.#blocks.from(project, 0)) {
      const codes = this.#blocks.column(block, 'conversion');
      const taken = this.#blocks.taken(block);
      for (let place = 0; place < block.rows; place += 1)
        if (codes[place] !== CONVERSION.none && !taken.has(place))
          yield this.#blocks.row({ block, place }, names);
    }
  }

  row(place: BlockPlace, names?: readonly string[]): Row {
    return this.#blocks.row(place, names);
  }

  /** Events whose ids are of an instant or later, with some of their columns, in no order. */
  *since(project: number, ms: number, names: readonly string[]): Iterable<Row> {
    for (const block of this.#blocks.from(project, ms)) {
      const taken = this.#blocks.taken(block);
      for (let place = this.#firstFrom(block, ms); place < block.rows; place += 1)
        if (!taken.has(place)) yield this.#blocks.row({ block, place }, names);
    }
  }

  /**
   * The beginnings of the days, in their order, on which events of wide blocks happened that reach into a range.
   * @throws BlockBroken
   */
  daysOfWideBlocks(project: number, range: Range): number[] {
    const days = this.#blocks.wideDuring(project, range).flatMap((block) => this.#daysOf(block));
    return [...new Set(days)].sort((one, other) => one - other);
  }

  /** How many happened in a range. */
  countDuring(project: number, range: Range): number {
    return [...this.placesDuring(project, range)].length;
  }

  /** When the last event up to an instant happened, in blocks that reach beyond it; -Infinity where none did. */
  lastOfBlocksAcross(project: number, instant: number): number {
    return this.#blocks
      .during(project, { from: instant + 1, until: instant + 1 })
      .flatMap((block) => this.#blocks.column(block, 'at') as readonly number[])
      .reduce((last, at) => (at <= instant ? Math.max(last, at) : last), Number.NEGATIVE_INFINITY);
  }

  /** Of a block, whichever rows were taken from it since. */
  #daysOf(block: BlockHead): readonly number[] {
    const known = this.#days.get(block.id);
    if (known !== undefined) return known;
    const times = this.#blocks.column(block, 'at') as readonly number[];
    const days = [...new Set(times.map((at) => at - (at % DAY_MS)))];
    this.#days.set(block.id, days);
    return days;
  }

  #firstFrom(block: BlockHead, ms: number): number {
    const times = this.#blocks.cells(block, 'ms');
    return lowerBound(block.rows, (place) => (times.at(place) as number) < ms);
  }
}
