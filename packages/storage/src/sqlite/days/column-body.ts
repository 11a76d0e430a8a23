import { type ColumnRoom, ownRoom } from './column-room.ts';
import { compress } from './compressed-body.ts';

/** Unsigned integers, each in as many bytes as the largest of them needs, or in more. */
export type Integers = Uint8Array | Uint16Array | Uint32Array;

/** The values of one column as numbers. */
export type Numbers = Integers | Float64Array;

/**
 * Numbers as they lie, the lower byte of each first. `kind`: the bytes of each (1, 2, 4: unsigned integers; 8: floats), and
 * bits: see below.
 */
export type Laid = { readonly bytes: Uint8Array<ArrayBuffer>; readonly kind: number };
/** Each but the first is what it is more than the one before. */
const ASCENDING = 0x80;
/** The same, where some are less: steps are reckoned modulo what their bytes can hold. */
const WRAPPING = 0x40;
/** First the lowest bytes of all, then those above: high bytes of steps are nearly all 0, which takes no room. */
const IN_PLANES = 0x20;
const WIDTH = 0x0f;
const FLOATS = 8;
/** Steps are worth their sums where they have at most this share of the bits. */
const WORTH_STEPS = 0.75;

const BITS = 32;
/** Numbers in as few bytes as they need: where they go up for the most part, by their steps. */
export function lay(values: Numbers): Laid {
  if (values instanceof Float64Array) return { bytes: bytesOf(values), kind: FLOATS };
  if (values.length > 1 && isAscending(values)) {
    const steps = stepsOf(values);
    return layPlanes(inBytes(steps, widthOf(steps)), ASCENDING);
  }
  const fitting = inBytes(values, widthOf(values));
  if (areStepsSmall(fitting)) return layPlanes(stepsOf(fitting), WRAPPING);
  return { bytes: bytesOf(fitting), kind: fitting.BYTES_PER_ELEMENT };
}

/** The floats of a column, as they lie. */
export function floatsOf({ bytes }: Laid): Float64Array<ArrayBuffer> {
  return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
}

/** Floats that are integers, in half of their bytes where none is beyond 32 bits; integers as they lie. */
export function narrowed(laid: Laid, room: ColumnRoom = ownRoom): Numbers {
  if (laid.kind !== FLOATS) return integersOf(laid, room);
  const floats = floatsOf(laid);
  if (!areSmall(floats)) return floats;
  const values = arrayOf(4, floats.length, room);
  for (let index = 0; index < floats.length; index += 1) values[index] = floats[index] as number;
  return values;
}

function areSmall(floats: Float64Array): boolean {
  for (let index = 0; index < floats.length; index += 1) {
    const value = floats[index] as number;
    if (value !== value >>> 0) return false;
  }
  return true;
}

/** The integers of a column: a view of its bytes where they are stored plainly, else unpacked into `room`. */
export function integersOf(laid: Laid, room: ColumnRoom = ownRoom): Integers {
  const { bytes, kind } = laid;
  const width = kind & WIDTH;
  const areSteps = (kind & (ASCENDING | WRAPPING)) !== 0;
  const isInPlanes = (kind & IN_PLANES) !== 0;
  if (!areSteps && !isInPlanes) return asLaid(bytes, width);
  const widthOfValues = (kind & ASCENDING) !== 0 ? widthFor(sumOf(laid)) : width;
  const values = arrayOf(widthOfValues, bytes.byteLength / width, room);
  if (!isInPlanes) addUp(asLaid(bytes, width), values);
  else if (width === 4) fromFourPlanes(bytes, areSteps, values);
  else if (widthOfValues === 4) addUpTwoPlanes(bytes, values);
  else fromTwoPlanes(bytes, areSteps, values);
  return values;
}

/** Of all steps: the last value, which is the largest. */
function sumOf({ bytes, kind }: Laid): number {
  const width = kind & WIDTH;
  const isInPlanes = (kind & IN_PLANES) !== 0;
  const planes = isInPlanes ? width : 1;
  const steps = isInPlanes ? bytes : asLaid(bytes, width);
  const count = steps.length / planes;
  let sum = 0;
  for (let plane = planes - 1; plane >= 0; plane -= 1)
    sum = 256 * sum + addedUp(steps.subarray(plane * count, (plane + 1) * count));
  return sum;
}

/** So many bytes add up to less than 32 bits hold. */
const ADDED_AT_ONCE = 2 ** 22;

function addedUp(values: Integers): number {
  let sum = 0;
  if (!(values instanceof Uint8Array)) {
    for (let index = 0; index < values.length; index += 1) sum += values[index] as number;
    return sum;
  }
  for (let from = 0; from < values.length; from += ADDED_AT_ONCE)
    sum += sumOfBytes(values, from, Math.min(from + ADDED_AT_ONCE, values.length));
  return sum;
}

/** In 32 bits: a sum that may be larger takes four times as long. */
function sumOfBytes(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index += 1) sum = (sum + (bytes[index] as number)) | 0;
  return sum;
}

/** Of a column whose numbers are bytes. */
export function smallIntegersOf(laid: Laid, room?: ColumnRoom): Uint8Array {
  const values = integersOf(laid, room);
  return values instanceof Uint8Array ? values : Uint8Array.from(values);
}

export const layText = (text: string): Laid => ({ bytes: new TextEncoder().encode(text), kind: 1 });

/** One column by itself: its kind is its last byte. */
export function toBody({ bytes, kind }: Laid): Uint8Array {
  const whole = new Uint8Array(bytes.byteLength + 1);
  whole.set(bytes);
  whole[bytes.byteLength] = kind;
  return compress(whole);
}

/** The column again, from what `decompress` gives. */
export function laidIn(whole: Uint8Array<ArrayBuffer>): Laid {
  const end = whole.byteLength - 1;
  return { bytes: whole.subarray(0, end), kind: whole[end] as number };
}

function asLaid({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>, width: number): Integers {
  if (width === 1) return new Uint8Array(buffer, byteOffset, byteLength);
  if (width === 2) return new Uint16Array(buffer, byteOffset, byteLength / 2);
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

function widthFor(largest: number): Bytes {
  if (largest > 0xffff) return 4;
  return largest > 0xff ? 2 : 1;
}

function arrayOf(width: number, length: number, room: ColumnRoom): Integers {
  const { buffer, byteOffset } = room(width * length);
  if (width === 1) return new Uint8Array(buffer, byteOffset, length);
  return width === 2
    ? new Uint16Array(buffer, byteOffset, length)
    : new Uint32Array(buffer, byteOffset, length);
}

function isAscending(values: Integers): boolean {
  for (let index = 1; index < values.length; index += 1)
    if ((values[index] as number) < (values[index - 1] as number)) return false;
  return true;
}

/** Modulo what the array can hold. */
function stepsOf(values: Integers): Integers {
  const steps = values.slice();
  for (let index = steps.length - 1; index > 0; index -= 1)
    steps[index] = (steps[index] as number) - (steps[index - 1] as number);
  return steps;
}

// What steps come to is reckoned in 32 bits, of which an array takes what it can hold.

function addUp(steps: Integers, values: Integers): void {
  let last = 0;
  for (let index = 0; index < values.length; index += 1) {
    last = (last + (steps[index] as number)) | 0;
    values[index] = last;
  }
}

function areStepsSmall(values: Integers): boolean {
  let bits = 0;
  let bitsOfSteps = 0;
  for (let index = 1; index < values.length; index += 1) {
    const value = values[index] as number;
    bits += BITS - Math.clz32(value);
    bitsOfSteps += BITS - Math.clz32(Math.abs(value - (values[index - 1] as number)));
  }
  return bitsOfSteps < WORTH_STEPS * bits;
}

function layPlanes(steps: Integers, how: number): Laid {
  const width = steps.BYTES_PER_ELEMENT;
  const whole = bytesOf(steps);
  if (width === 1) return { bytes: whole, kind: width | how };
  const bytes = new Uint8Array(whole.byteLength);
  for (let at = 0, plane = 0; plane < width; plane += 1)
    for (let from = plane; from < whole.byteLength; from += width, at += 1) bytes[at] = whole[from] as number;
  return { bytes, kind: width | how | IN_PLANES };
}

/** The lower bytes of all, then the higher ones: of values, or of steps that are added up by the way. */
function fromTwoPlanes(bytes: Uint8Array, areSteps: boolean, values: Integers): void {
  const count = values.length;
  const before = areSteps ? -1 : 0;
  let last = 0;
  for (let index = 0; index < count; index += 1) {
    last = ((last & before) + ((bytes[index] as number) | ((bytes[count + index] as number) << 8))) | 0;
    values[index] = last;
  }
}

/**
 * The same for steps whose sums take twice their bytes. By itself: a loop that writes into arrays of either kind takes
 * twice as long.
 */
function addUpTwoPlanes(bytes: Uint8Array, values: Integers): void {
  const count = values.length;
  let last = 0;
  for (let index = 0; index < count; index += 1) {
    last = (last + ((bytes[index] as number) | ((bytes[count + index] as number) << 8))) | 0;
    values[index] = last;
  }
}

function fromFourPlanes(bytes: Uint8Array, areSteps: boolean, values: Integers): void {
  const count = values.length;
  const before = areSteps ? -1 : 0;
  let last = 0;
  for (let index = 0; index < count; index += 1) {
    const low = (bytes[index] as number) | ((bytes[count + index] as number) << 8);
    const high = (bytes[2 * count + index] as number) | ((bytes[3 * count + index] as number) << 8);
    last = ((last & before) + (low | (high << 16))) | 0;
    values[index] = last;
  }
}

type Bytes = 1 | 2 | 4;

function inBytes(values: Integers, width: Bytes): Integers {
  if (values.BYTES_PER_ELEMENT === width) return values;
  if (width === 4) return Uint32Array.from(values);
  return width === 1 ? Uint8Array.from(values) : Uint16Array.from(values);
}

function widthOf(values: Integers): Bytes {
  if (values instanceof Uint8Array) return 1;
  let bits = 0;
  for (let index = 0; index < values.length; index += 1) bits |= values[index] as number;
  if (bits >>> 16 !== 0) return 4;
  return bits >>> 8 === 0 ? 1 : 2;
}

const bytesOf = (values: ArrayBufferView): Uint8Array<ArrayBuffer> =>
  new Uint8Array(values.buffer as ArrayBuffer, values.byteOffset, values.byteLength);
