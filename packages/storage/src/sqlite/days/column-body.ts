import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** The values of one column as numbers. */
export type Numbers = Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/**
 * How the numbers of a body lie, in its last byte: the bytes of each (1, 2, 4: unsigned integers; 8: floats), all of the
 * lower end first, and whether each but the first is what it is more than the one before.
 */
const ASCENDING = 0x80;
const WIDTH = 0x0f;
const LENGTH_BYTES = 4;
/** The least that the library takes for the size of a piece. */
const SMALLEST_CHUNK = 64;
/** Of the widest number. */
const ALIGNMENT = 8;

/** A body that does not hold what was put into it. */
export class BodyBroken extends Error {}

const COMPRESSED = {
  params: {
    // More takes several times as long, for a tenth of the bytes.
    [constants.ZSTD_c_compressionLevel]: 1,
    // Verified by the library when it is taken apart: a flipped bit is an error, and never another number.
    [constants.ZSTD_c_checksumFlag]: 1,
  },
};

/** Numbers in as few bytes as they need. Integers that never fall are told by their steps. */
export function packNumbers(values: Numbers): Uint8Array {
  if (values instanceof Float64Array) return compressed(bytesOf(values), 8);
  const ascending = values.length > 1 && isAscending(values);
  const stored = ascending ? stepsOf(values) : values;
  const width = widthOf(stored);
  const narrow = width === 1 ? Uint8Array.from(stored) : width === 2 ? Uint16Array.from(stored) : stored;
  return compressed(bytesOf(narrow), ascending ? width | ASCENDING : width);
}

export function packText(text: string): Uint8Array {
  return compressed(new TextEncoder().encode(text), 1);
}

export function unpackText(body: Uint8Array): string {
  return new TextDecoder().decode(taken(body).bytes);
}

export function unpackFloats(body: Uint8Array): Float64Array<ArrayBuffer> {
  const { bytes } = taken(body);
  return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
}

export function unpackBytes(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const { bytes, kind } = taken(body);
  return (kind & ASCENDING) === 0 ? bytes : Uint8Array.from(unpackIntegers(body));
}

export function unpackIntegers(body: Uint8Array): Uint32Array<ArrayBuffer> {
  const { bytes, kind } = taken(body);
  const values = widened(bytes, kind & WIDTH);
  if ((kind & ASCENDING) !== 0) {
    for (let index = 1; index < values.length; index += 1)
      values[index] = (values[index] as number) + (values[index - 1] as number);
  }
  return values;
}

function widened(bytes: Uint8Array<ArrayBuffer>, width: number): Uint32Array<ArrayBuffer> {
  if (width === 1) return new Uint32Array(bytes);
  const { buffer, byteOffset, byteLength } = bytes;
  if (width === 2) return new Uint32Array(new Uint16Array(buffer, byteOffset, byteLength / 2));
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

function isAscending(values: Uint32Array | Uint8Array): boolean {
  for (let index = 1; index < values.length; index += 1)
    if ((values[index] as number) < (values[index - 1] as number)) return false;
  return true;
}

function stepsOf(values: Uint32Array | Uint8Array): Uint32Array<ArrayBuffer> {
  const steps = Uint32Array.from(values);
  for (let index = steps.length - 1; index > 0; index -= 1)
    steps[index] = (steps[index] as number) - (steps[index - 1] as number);
  return steps;
}

function widthOf(values: Uint32Array | Uint8Array): 1 | 2 | 4 {
  if (values instanceof Uint8Array) return 1;
  let bits = 0;
  for (let index = 0; index < values.length; index += 1) bits |= values[index] as number;
  if (bits >>> 16 !== 0) return 4;
  return bits >>> 8 === 0 ? 1 : 2;
}

/** How many bytes there are, then they themselves, compressed. */
function compressed(bytes: Uint8Array, kind: number): Uint8Array {
  const whole = new Uint8Array(bytes.byteLength + 1);
  whole.set(bytes);
  whole[bytes.byteLength] = kind;
  const frame = zstdCompressSync(whole, COMPRESSED);
  const body = new Uint8Array(LENGTH_BYTES + frame.byteLength);
  new DataView(body.buffer).setUint32(0, whole.byteLength, true);
  body.set(frame, LENGTH_BYTES);
  return body;
}

/** The bytes of a body, at the start of a buffer, so that any array can look at them as they lie. */
function taken(body: Uint8Array): { bytes: Uint8Array<ArrayBuffer>; kind: number } {
  const length = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
  let whole: Uint8Array<ArrayBuffer>;
  try {
    // In one piece: by itself the library puts pieces of 16 KB together.
    const options = { chunkSize: Math.max(SMALLEST_CHUNK, length), maxOutputLength: length };
    whole = zstdDecompressSync(body.subarray(LENGTH_BYTES), options) as Uint8Array<ArrayBuffer>;
  } catch (error) {
    throw new BodyBroken('A stored column is not as it was stored.', { cause: error });
  }
  if (whole.byteLength !== length) throw new BodyBroken('A stored column is shorter than it was stored.');
  if (whole.byteOffset % ALIGNMENT !== 0) whole = new Uint8Array(whole);
  const end = length - 1;
  return { bytes: whole.subarray(0, end), kind: whole[end] as number };
}

const bytesOf = (values: ArrayBufferView) =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
