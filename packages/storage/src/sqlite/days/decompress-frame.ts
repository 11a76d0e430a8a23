import { constants, ZstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { PassingRoom } from './passing-room.ts';

/** The least that the library takes for the size of a piece. */
const SMALLEST_CHUNK = 64;

/**
 * What Node's streams have that its types do not tell: `_processChunk` is "left for backwards compatibility", and all that
 * `zstdDecompressSync` does; where it puts the bytes is told by the two others.
 */
type Engine = {
  _outBuffer: Uint8Array<ArrayBuffer>;
  _chunkSize: number;
  _processChunk(frame: Uint8Array, flush: number): Uint8Array<ArrayBuffer>;
};

const canPutIntoRoom = (ZstdDecompress.prototype as Partial<Engine>)._processChunk !== undefined;

/**
 * Decompresses a frame of Zstandard that holds so many bytes, where there is room for them: a buffer for each is
 * garbage outside of the heap, for each 64 MB of which V8 looks through all that is in the heap.
 * @throws Error where it is no such frame, or holds more
 */
export function decompressFrame(
  frame: Uint8Array,
  length: number,
  room?: PassingRoom,
): Uint8Array<ArrayBuffer> {
  // In one piece: by itself the library puts pieces of 16 KB together. With room for one byte more, it ends with the
  // frame, and need not be asked a second time whether there is more.
  const chunkSize = Math.max(SMALLEST_CHUNK, length + 1);
  const place = canPutIntoRoom && room?.of(chunkSize);
  if (place) return decompressInto(place, frame, length);
  return zstdDecompressSync(frame, { chunkSize, maxOutputLength: length });
}

function decompressInto(
  place: Uint8Array<ArrayBuffer>,
  frame: Uint8Array,
  length: number,
): Uint8Array<ArrayBuffer> {
  const options = { chunkSize: SMALLEST_CHUNK, maxOutputLength: length };
  const engine = new ZstdDecompress(options) as unknown as Engine;
  // A Buffer: of any other array the library would return a copy.
  engine._outBuffer = Buffer.from(place.buffer, place.byteOffset, place.byteLength);
  engine._chunkSize = place.byteLength;
  return engine._processChunk(frame, constants.ZSTD_e_end);
}
