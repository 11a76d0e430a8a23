/** A column of numbers, as wide as its values need. */
export type Column = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** Every column starts where the widest may start. */
const ALIGNMENT = 8;
const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** Columns as one run of bytes: how many there are, the length of each, then each. In the machine's byte order. */
export function packColumns(columns: readonly Column[]): Uint8Array {
  const header = aligned(4 * (columns.length + 1));
  const size = columns.reduce((sum, column) => sum + aligned(column.byteLength), header);
  const packed = new Uint8Array(size);
  new Uint32Array(packed.buffer, 0, columns.length + 1).set([
    columns.length,
    ...columns.map((column) => column.byteLength),
  ]);
  let at = header;
  for (const column of columns) {
    packed.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += aligned(column.byteLength);
  }
  return packed;
}

/** The bytes of each column that was packed; in a copy only where no column could look at them as they lie. */
export function unpackColumns(packed: Uint8Array): { buffer: ArrayBuffer; at: number; bytes: number }[] {
  const lies = packed.byteOffset % ALIGNMENT === 0 ? packed : new Uint8Array(packed);
  const buffer = lies.buffer as ArrayBuffer;
  const start = lies.byteOffset;
  const count = new Uint32Array(buffer, start, 1)[0] as number;
  const lengths = new Uint32Array(buffer, start + 4, count);
  let at = start + aligned(4 * (count + 1));
  return [...lengths].map((bytes) => {
    const part = { buffer, at, bytes };
    at += aligned(bytes);
    return part;
  });
}

export type PackedPart = ReturnType<typeof unpackColumns>[number];

export const asFloat64 = ({ buffer, at, bytes }: PackedPart) => new Float64Array(buffer, at, bytes / 8);
export const asUint32 = ({ buffer, at, bytes }: PackedPart) => new Uint32Array(buffer, at, bytes / 4);
export const asUint8 = ({ buffer, at, bytes }: PackedPart) => new Uint8Array(buffer, at, bytes);
