import { aligned } from './aligned.ts';
import type { Laid } from './column-body.ts';
import { compress } from './compressed-body.ts';

/** Before each part: how many bytes it has, in four, and its kind, in the fifth. */
const HEAD = 8;

/** Several columns in one body: to take one apart costs as much as it has bytes, and as much again to begin with. */
export function joinParts(parts: readonly Laid[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { bytes }) => sum + HEAD + aligned(bytes.byteLength), 0));
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const { bytes, kind } of parts) {
    view.setUint32(at, bytes.byteLength, true);
    view.setUint8(at + 4, kind);
    whole.set(bytes, at + HEAD);
    at += HEAD + aligned(bytes.byteLength);
  }
  return compress(whole);
}

/** The parts again, in their order, from what `decompress` gives. */
export function splitParts(whole: Uint8Array<ArrayBuffer>): Laid[] {
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
  const parts: Laid[] = [];
  for (let at = 0; at < whole.byteLength; ) {
    const bytes = view.getUint32(at, true);
    const start = at + HEAD;
    parts.push({ bytes: whole.subarray(start, start + bytes), kind: view.getUint8(at + 4) });
    at = start + aligned(bytes);
  }
  return parts;
}
