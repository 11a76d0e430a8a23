import { floatsOf, integersOf } from '../days/column-body.ts';
import { BodyBroken, decompress } from '../days/compressed-body.ts';
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
/** The value of a column in a row, by its place from 0. */
export type Cells = { readonly at: (place: number) => Cell };

/** Of a directory that is read. */
const LEAST_BYTES = 16_384;
/** Of a value in an array, which may be a text. */
const VALUE_BYTES = 32;

/**
 * The rows of a block. Columns are taken apart when they are first asked for.
 * @throws BodyBroken where the body is not as it was stored
 */
export class RowBlock {
  readonly rows: number;
  #held: number;
  readonly #isWhole: boolean;
  readonly #body: Uint8Array;
  readonly #places = new Map<string, { readonly laid: LaidColumn; readonly at: number }>();
  readonly #values = new Map<string, Values>();
  readonly #cells = new Map<string, Cells>();

  constructor(body: Uint8Array) {
    const { directory, rest } = takenApart(() => directoryOf(body));
    this.rows = directory.rows;
    this.#isWhole = directory.whole === 1;
    let at = 0;
    for (const laid of directory.columns) {
      this.#places.set(laid.name, { laid, at });
      if (!('all' in laid)) at += laid.bytes + ('lengths' in laid ? laid.lengths : 0);
    }
    this.#body = directory.whole && at > 0 ? takenApart(() => decompress(rest)) : rest;
    if (this.#body.byteLength !== at) throw new BodyBroken('A block is not as long as it was stored.');
    this.#held = LEAST_BYTES + Math.max(body.byteLength, at);
  }

  /** About what it takes in memory by now. */
  get heldBytes(): number {
    return this.#held;
  }

  /** The values of a column, one after the other; of one that is younger than the block, null in every row. */
  column(name: string): Values {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const values = takenApart(() => {
      const { at } = this.cells(name);
      return Array.from({ length: this.rows }, (_, place) => at(place));
    });
    this.#held += this.rows * VALUE_BYTES;
    this.#values.set(name, values);
    return values;
  }

  /** As `column`, for who needs few of the values. */
  cells(name: string): Cells {
    const known = this.#cells.get(name);
    if (known !== undefined) return known;
    const cells = takenApart(() => this.#read(name));
    this.#cells.set(name, cells);
    return cells;
  }

  /** A row, by its place from 0. */
  row(place: number, names: readonly string[]): Row {
    const row: Record<string, Cell> = {};
    for (const name of names) row[name] = this.cells(name).at(place);
    return row;
  }

  #read(name: string): Cells {
    const found = this.#places.get(name);
    if (found === undefined) return { at: () => null };
    const { laid, at } = found;
    if ('all' in laid) return { at: () => laid.all };
    const like = laid.like === undefined ? null : this.cells(laid.like);
    if (!('lengths' in laid))
      return { at: integerAt(this.#numbers(this.#part(at, laid.bytes), laid.kind), laid, like) };
    const lengths = this.#numbers(this.#part(at, laid.lengths), laid.kind);
    return { at: textAt(this.#part(at + laid.lengths, laid.bytes), lengths, like) };
  }

  #numbers(bytes: Uint8Array<ArrayBuffer>, kind: number): ArrayLike<number> {
    const numbers = kind === FLOATS ? floatsOf({ bytes, kind }) : integersOf({ bytes, kind });
    if (numbers.length !== this.rows) throw new BodyBroken('A column has not as many rows as its block.');
    return numbers;
  }

  #part(at: number, bytes: number): Uint8Array<ArrayBuffer> {
    const part = this.#body.subarray(at, at + bytes) as Uint8Array<ArrayBuffer>;
    // A copy, which arrays of any width can look at.
    const taken = this.#isWhole || bytes === 0 ? new Uint8Array(part) : decompress(part);
    // Numbers are widened, texts are read.
    this.#held += 2 * taken.byteLength;
    return taken;
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

const numberOf = (value: Cell | undefined): number => (typeof value === 'number' ? value : 0);

function integerAt(
  numbers: ArrayLike<number>,
  { least, nulls, kind }: { readonly least: number; readonly nulls: 0 | 1; readonly kind: number },
  like: Cells | null,
): Cells['at'] {
  const isNull = kind === FLOATS ? Number.isNaN : (number: number) => nulls === 1 && number === 0;
  const above = kind === FLOATS ? 0 : least - nulls;
  return (place) => {
    const number = numbers[place] as number;
    return isNull(number) ? null : number + above + numberOf(like?.at(place));
  };
}

function textAt(bytes: Uint8Array, lengths: ArrayLike<number>, like: Cells | null): Cells['at'] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const ends = new Uint32Array(lengths.length);
  let end = 0;
  for (let place = 0; place < lengths.length; place += 1) {
    end += Math.max(0, (lengths[place] as number) - 2);
    ends[place] = end;
  }
  if (end !== text.length) throw new BodyBroken('Texts of a column are not as long as they were stored.');
  return (place) => {
    const length = lengths[place] as number;
    if (length === 0) return null;
    if (length === 1) return like?.at(place) ?? null;
    return text.slice((ends[place] as number) - length + 2, ends[place]);
  };
}
