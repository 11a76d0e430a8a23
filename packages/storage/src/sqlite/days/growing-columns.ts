import { withRoomToGrow } from '../with-room-to-grow.ts';
import type { Numbers } from './column-body.ts';
import type { ColumnSet, ColumnsOf, ColumnValues, Width } from './column-set.ts';
import { widened } from './widened.ts';

type Kind = new (length: number) => Numbers;

/** From the narrowest on, and the largest integer that each can hold. */
const KINDS: readonly (readonly [kind: Kind, most: number])[] = [
  [Uint8Array, 0xff],
  [Uint16Array, 0xffff],
  [Uint32Array, 0xffff_ffff],
  [Float64Array, Number.POSITIVE_INFINITY],
];

/** What a column takes from a row, and how large a value it can hold. */
type Source<Row> = { readonly name: string; readonly from: (row: Row) => number; most: number };

/**
 * Columns in memory that rows are added to and changed in, with room to grow. Integers are kept in as few bytes as the
 * largest so far needs: of a column, most days have none but small ones.
 */
export class GrowingColumns<Set extends ColumnSet<never>, Row> {
  count = 0;
  readonly #sources: ReadonlyMap<string, Source<Row>>;
  readonly #columns: Record<string, Numbers>;
  #room = 16;

  /** A set without columns of texts. */
  constructor(set: Set) {
    this.#sources = new Map(
      Object.entries(set).map(([name, { as, from }]) => [
        name,
        { name, from: from as never, most: mostOf(as) },
      ]),
    );
    this.#columns = Object.fromEntries(
      Object.entries(set).map(([name, { as }]) => [
        name,
        new (as === 'f64' ? Float64Array : Uint8Array)(this.#room),
      ]),
    );
  }

  /** With their room: what stands behind `count` is of no meaning. To be asked for anew after values were put. */
  get columns(): ColumnsOf<Set> {
    return this.#columns as unknown as ColumnsOf<Set>;
  }

  /** The columns of some names, as long as there are rows. They change when rows are added. */
  only<Name extends keyof Set & string>(names: readonly Name[]): Pick<ColumnsOf<Set>, Name> {
    const { count } = this;
    const cut = (name: string): ColumnValues => (this.#columns[name] as Numbers).subarray(0, count);
    return Object.fromEntries(names.map((name) => [name, cut(name)])) as never;
  }

  set(index: number, row: Row): void {
    for (const source of this.#sources.values()) this.#put(source, index, source.from(row));
  }

  /** Puts a value of one column. */
  put(name: keyof Set & string, index: number, value: number): void {
    this.#put(this.#sources.get(name) as Source<Row>, index, value);
  }

  add(row: Row): number {
    this.makeRoom(this.count + 1);
    const index = this.count;
    this.count += 1;
    this.set(index, row);
    return index;
  }

  /** Opens a gap of one row before each of these rows, which ascend; a row may be named more than once. */
  openGaps(before: readonly number[]): void {
    const count = this.count + before.length;
    this.makeRoom(count);
    for (const column of Object.values(this.#columns)) moveApart(column, before, this.count);
    this.count = count;
  }

  makeRoom(wanted: number): void {
    if (wanted <= this.#room) return;
    this.#room = Math.max(wanted, withRoomToGrow(this.#room));
    for (const [name, column] of Object.entries(this.#columns))
      this.#columns[name] = widened(column, this.#room, 1);
  }

  get byteLength(): number {
    return Object.values(this.#columns).reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  #put(source: Source<Row>, index: number, value: number): void {
    if (value > source.most || (value < 0 && source.most !== Number.POSITIVE_INFINITY))
      this.#widen(source, value);
    (this.#columns[source.name] as Numbers)[index] = value;
  }

  #widen(source: Source<Row>, value: number): void {
    const [kind, most] = KINDS.find(([, most]) => value >= 0 && value <= most) ?? WIDEST;
    const wider = new kind(this.#room);
    wider.set(this.#columns[source.name] as Numbers);
    this.#columns[source.name] = wider;
    source.most = most;
  }
}

const WIDEST = [Float64Array, Number.POSITIVE_INFINITY] as const;

/** Bytes and floats stay what they are. */
function mostOf(as: Width): number {
  return as === 'u32' || as === 'u53' ? 0xff : Number.POSITIVE_INFINITY;
}

/** From the end, so that nothing is written over that has yet to be moved. */
function moveApart(
  column: { copyWithin(target: number, start: number, end: number): unknown },
  before: readonly number[],
  count: number,
): void {
  let end = count;
  for (let gap = before.length - 1; gap >= 0; gap -= 1) {
    const start = before[gap] as number;
    if (start < end) column.copyWithin(start + gap + 1, start, end);
    end = start;
  }
}
