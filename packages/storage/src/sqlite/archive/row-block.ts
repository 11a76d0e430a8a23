import { BodyBroken, decompress, floatsOf, integersOf } from '../days/column-body.ts';
import { type Cell, directoryOf, type LaidColumn } from './block-directory.ts';

export type Row = Readonly<Record<string, Cell>>;

/**
 * A column of a block. `like`: another one of the same row that its values are often near to (integers) or equal to
 * (texts): what is stored is the difference.
 */
export type BlockColumn = { readonly name: string; readonly like?: string };

/** The kind of a body of floats. They have no bits to spare for null, which is not a number there. */
const FLOATS = 8;

/** The values of a column, a text or a number for each row. */
type Values = readonly Cell[];

/**
 * The rows of a block. Columns are taken apart when they are first asked for.
 * @throws BodyBroken where the body is not as it was stored
 */
export class RowBlock {
  readonly rows: number;
  /** Of its body, compressed. */
  readonly bytes: number;
  readonly #isWhole: boolean;
  readonly #body: Uint8Array;
  readonly #places = new Map<string, { readonly laid: LaidColumn; readonly at: number }>();
  readonly #values = new Map<string, Values>();

  constructor(body: Uint8Array) {
    const { directory, rest } = takenApart(() => directoryOf(body));
    this.rows = directory.rows;
    this.bytes = body.byteLength;
    this.#isWhole = directory.whole === 1;
    let at = 0;
    for (const laid of directory.columns) {
      this.#places.set(laid.name, { laid, at });
      if (!('all' in laid)) at += laid.bytes + ('lengths' in laid ? laid.lengths : 0);
    }
    this.#body = directory.whole && at > 0 ? takenApart(() => decompress(rest)) : rest;
    if (this.#body.byteLength !== at) throw new BodyBroken('A block is not as long as it was stored.');
  }

  /** The values of a column; of one that is younger than the block, null in every row. */
  column(name: string): Values {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const values = takenApart(() => this.#read(name));
    if (values.length !== this.rows) throw new BodyBroken('A column has not as many rows as its block.');
    this.#values.set(name, values);
    return values;
  }

  /** A row, by its place from 0. */
  row(place: number, names: readonly string[]): Row {
    const row: Record<string, Cell> = {};
    for (const name of names) row[name] = this.column(name)[place] as Cell;
    return row;
  }

  #read(name: string): Values {
    const found = this.#places.get(name);
    if (found === undefined) return new Array<Cell>(this.rows).fill(null);
    const { laid, at } = found;
    if ('all' in laid) return new Array<Cell>(this.rows).fill(laid.all);
    const like = laid.like === undefined ? null : this.column(laid.like);
    if (!('lengths' in laid)) return integers(numbersOf(this.#part(at, laid.bytes), laid.kind), laid, like);
    const lengths = numbersOf(this.#part(at, laid.lengths), laid.kind);
    return texts(this.#part(at + laid.lengths, laid.bytes), lengths, like);
  }

  #part(at: number, bytes: number): Uint8Array<ArrayBuffer> {
    const part = this.#body.subarray(at, at + bytes) as Uint8Array<ArrayBuffer>;
    // A copy, which arrays of any width can look at.
    return this.#isWhole || bytes === 0 ? new Uint8Array(part) : decompress(part);
  }
}

/** Whatever fails when a body is taken apart fails since it is none that was stored. */
function takenApart<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof BodyBroken) throw error;
    throw new BodyBroken('A block cannot be taken apart.', { cause: error });
  }
}

function numbersOf(bytes: Uint8Array<ArrayBuffer>, kind: number): ArrayLike<number> {
  return kind === FLOATS ? floatsOf({ bytes, kind }) : integersOf({ bytes, kind });
}

const numberOf = (value: Cell | undefined): number => (typeof value === 'number' ? value : 0);

function integers(
  numbers: ArrayLike<number>,
  { least, nulls, kind }: { readonly least: number; readonly nulls: 0 | 1; readonly kind: number },
  like: Values | null,
): Values {
  if (kind === FLOATS)
    return Array.from(numbers, (step, place) => (Number.isNaN(step) ? null : step + numberOf(like?.[place])));
  return Array.from(numbers, (step, place) =>
    nulls === 1 && step === 0 ? null : step - nulls + least + numberOf(like?.[place]),
  );
}

function texts(bytes: Uint8Array, lengths: ArrayLike<number>, like: Values | null): Values {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let at = 0;
  const values = Array.from(lengths, (length, place) => {
    if (length === 0) return null;
    if (length === 1) return like?.[place] ?? null;
    at += length - 2;
    return text.slice(at - length + 2, at);
  });
  if (at !== text.length) throw new BodyBroken('Texts of a column are not as long as they were stored.');
  return values;
}
