import {
  BodyBroken,
  compress,
  decompress,
  floatsOf,
  integersOf,
  lay,
  type Numbers,
} from '../days/column-body.ts';

/** What a column of a row holds. */
export type Cell = number | string | null;
export type Row = Readonly<Record<string, Cell>>;

/**
 * A column of a block. `like`: another one of the same row that its values are often near to (integers) or equal to
 * (texts): what is stored is the difference.
 */
export type BlockColumn = { readonly name: string; readonly like?: string };

/**
 * How a column lies. One that has the same in every row is told by `all`. Integers are stored as the steps above `least`,
 * with 0 for null and all others one higher where there is any; those that lie too far apart for that as floats. Texts are stored as one text, with the length of each: 0 is null, 1 what the `like`
 * column has, else the length in UTF-16 units plus 2.
 */
type Laid =
  | { readonly name: string; readonly all: Cell }
  | {
      readonly name: string;
      readonly like?: string;
      readonly least: number;
      readonly nulls: 0 | 1;
      readonly kind: number;
      readonly bytes: number;
    }
  | {
      readonly name: string;
      readonly like?: string;
      readonly kind: number;
      readonly lengths: number;
      readonly bytes: number;
    };

type Directory = { readonly rows: number; readonly whole: 0 | 1; readonly columns: readonly Laid[] };

/** The form of what follows. A collector reads every older one. */
const FORM = 1;
const HEAD_BYTES = 8;
/** Rows so few are compressed together: a frame for each column would be longer than what it holds. */
const FEW_ROWS = 512;

/** The kind of a body of floats. They have no bits to spare for null, which is not a number there. */
const FLOATS = 8;

/** The values of a column, a text or a number for each row. */
type Values = readonly Cell[];

/** The body of a block: its rows, column by column, as nothing else need be kept of them. */
export function packRows(rows: readonly Row[], columns: readonly BlockColumn[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const whole = rows.length <= FEW_ROWS ? 1 : 0;
  const pack = (bytes: Uint8Array): number => {
    const part = whole || bytes.byteLength === 0 ? bytes : compress(bytes);
    parts.push(part);
    return part.byteLength;
  };
  const laid = columns.map((column) => layColumn(rows, column, pack));
  const directory: Directory = { rows: rows.length, whole, columns: laid };
  const head = compress(new TextEncoder().encode(JSON.stringify(directory)));
  const together = whole ? joined(parts) : null;
  const tail = together === null ? parts : together.byteLength === 0 ? [] : [compress(together)];
  const frame = new Uint8Array(HEAD_BYTES);
  const view = new DataView(frame.buffer);
  view.setUint32(0, FORM, true);
  view.setUint32(4, head.byteLength, true);
  return joined([frame, head, ...tail]);
}

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
  readonly #places = new Map<string, { readonly laid: Laid; readonly at: number }>();
  readonly #values = new Map<string, Values>();

  constructor(body: Uint8Array) {
    const { directory, rest } = directoryOf(body);
    this.rows = directory.rows;
    this.bytes = body.byteLength;
    this.#isWhole = directory.whole === 1;
    this.#body = directory.whole && rest.byteLength > 0 ? decompress(rest) : rest;
    let at = 0;
    for (const laid of directory.columns) {
      this.#places.set(laid.name, { laid, at });
      if (!('all' in laid)) at += laid.bytes + ('lengths' in laid ? laid.lengths : 0);
    }
  }

  /** The values of a column; of one that is younger than the block, null in every row. */
  column(name: string): Values {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const values = this.#read(name);
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

function directoryOf(body: Uint8Array): { directory: Directory; rest: Uint8Array } {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  if (body.byteLength < HEAD_BYTES || view.getUint32(0, true) !== FORM)
    throw new BodyBroken('A block does not begin as one.');
  const end = HEAD_BYTES + view.getUint32(4, true);
  if (end > body.byteLength) throw new BodyBroken('A block is shorter than it was stored.');
  const text = new TextDecoder().decode(decompress(body.subarray(HEAD_BYTES, end)));
  return { directory: JSON.parse(text) as Directory, rest: body.subarray(end) };
}

function layColumn(
  rows: readonly Row[],
  { name, like }: BlockColumn,
  pack: (bytes: Uint8Array) => number,
): Laid {
  const values = rows.map((row) => row[name] as Cell);
  const first = values[0] as Cell;
  if (values.every((value) => value === first)) return { name, all: first };
  const base = like === undefined ? null : rows.map((row) => row[like] as Cell);
  const of = like === undefined ? { name } : { name, like };
  if (values.some((value) => typeof value === 'string')) {
    const lengths = lay(Uint32Array.from(values, (value, place) => lengthOf(value, base?.[place])));
    const text = values.filter((value, place) => value !== null && value !== base?.[place]).join('');
    return {
      ...of,
      kind: lengths.kind,
      lengths: pack(lengths.bytes),
      bytes: pack(new TextEncoder().encode(text)),
    };
  }
  const steps = values.map((value, place) =>
    value === null ? null : (value as number) - numberOf(base?.[place]),
  );
  const { numbers, ...told } = layIntegers(steps);
  const { kind, bytes } = lay(numbers);
  return { ...of, ...told, kind, bytes: pack(bytes) };
}

function layIntegers(steps: readonly (number | null)[]): { numbers: Numbers; least: number; nulls: 0 | 1 } {
  const known = steps.filter((step) => step !== null);
  const least = known.reduce((one, other) => Math.min(one, other));
  const highest = known.reduce((one, other) => Math.max(one, other));
  const nulls = known.length < steps.length ? 1 : 0;
  // The difference of two large integers may be none that a float tells exactly.
  if (highest - least + nulls > 0xffff_ffff)
    return { numbers: Float64Array.from(steps, (step) => step ?? Number.NaN), least: 0, nulls };
  const above = Uint32Array.from(steps, (step) => (step === null ? 0 : step - least + nulls));
  return { numbers: above, least, nulls };
}

function lengthOf(value: Cell, base: Cell | undefined): number {
  if (value === null) return 0;
  return value === base ? 1 : (value as string).length + 2;
}

const numberOf = (value: Cell | undefined): number => (typeof value === 'number' ? value : 0);

function numbersOf(bytes: Uint8Array<ArrayBuffer>, kind: number): ArrayLike<number> {
  return kind === FLOATS ? floatsOf({ bytes, kind }) : integersOf({ bytes, kind });
}

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
  return Array.from(lengths, (length, place) => {
    if (length === 0) return null;
    if (length === 1) return like?.[place] ?? null;
    at += length - 2;
    return text.slice(at - length + 2, at);
  });
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
