import type { Numbers } from './column-body.ts';
import { type ColumnSet, type ColumnsOf, type ColumnValues, emptyValues } from './column-set.ts';

/** Columns in memory that rows are added to and changed in, with room to grow. */
export class GrowingColumns<Set extends ColumnSet<never>, Row> {
  count = 0;
  readonly #set: readonly (readonly [name: string, from: (row: Row) => number])[];
  #columns: Record<string, Numbers>;
  #room = 16;

  /** A set without columns of texts. */
  constructor(set: Set) {
    this.#set = Object.entries(set).map(([name, { from }]) => [name, from as never]);
    this.#columns = Object.fromEntries(
      Object.entries(set).map(([name, { as }]) => [name, emptyValues(as, this.#room) as Numbers]),
    );
  }

  /** With their room: what stands behind `count` is of no meaning. To be asked for anew after rows were added. */
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
    for (const [name, from] of this.#set) (this.#columns[name] as Numbers)[index] = from(row);
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
    this.#room = Math.max(wanted, Math.ceil(this.#room * 1.5));
    for (const [name, column] of Object.entries(this.#columns)) {
      const wider = new (column.constructor as new (length: number) => Numbers)(this.#room);
      wider.set(column as never);
      this.#columns[name] = wider;
    }
  }

  get byteLength(): number {
    return Object.values(this.#columns).reduce((sum, { byteLength }) => sum + byteLength, 0);
  }
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
