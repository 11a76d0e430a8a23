import { BodyBroken, compress, decompress } from '../days/compressed-body.ts';

/** What a column of a row holds. */
export type Cell = number | string | null;

/**
 * How a column lies. One that has the same in every row is told by `all`. Integers are stored as the steps above `least`,
 * with 0 for null and all others one higher where there is any; those that lie too far apart for that as floats. Texts are
 * stored as one text, with the length of each: 0 is null, 1 what the `like` column has, else the length in UTF-16 units
 * plus 2.
 */
export type LaidColumn =
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

/** What is in the body of a block. `whole`: 1 where all columns are compressed together. */
export type BlockDirectory = {
  readonly rows: number;
  readonly whole: 0 | 1;
  readonly columns: readonly LaidColumn[];
};

/** The form of what follows. A collector reads every older one. */
const FORM = 1;
const HEAD_BYTES = 8;

/** What a body begins with. */
export function packDirectory(directory: BlockDirectory): readonly Uint8Array[] {
  const head = compress(new TextEncoder().encode(JSON.stringify(directory)));
  const frame = new Uint8Array(HEAD_BYTES);
  const view = new DataView(frame.buffer);
  view.setUint32(0, FORM, true);
  view.setUint32(4, head.byteLength, true);
  return [frame, head];
}

/**
 * The directory of a body, and what follows it.
 * @throws BodyBroken
 */
export function directoryOf(body: Uint8Array): { directory: BlockDirectory; rest: Uint8Array } {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  if (body.byteLength < HEAD_BYTES || view.getUint32(0, true) !== FORM)
    throw new BodyBroken('A block does not begin as one.');
  const end = HEAD_BYTES + view.getUint32(4, true);
  if (end > body.byteLength) throw new BodyBroken('A block is shorter than it was stored.');
  const text = new TextDecoder().decode(decompress(body.subarray(HEAD_BYTES, end)));
  return { directory: JSON.parse(text) as BlockDirectory, rest: body.subarray(end) };
}
