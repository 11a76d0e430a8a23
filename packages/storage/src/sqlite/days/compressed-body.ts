import { constants, crc32, zstdCompressSync } from 'node:zlib';
import { ALIGNMENT } from './aligned.ts';
import { decompressFrame } from './decompress-frame.ts';
import { frameLength } from './frame-length.ts';
import type { PassingRoom } from './passing-room.ts';

const LENGTH_BYTES = 4;
/** The highest bit of the length: the bytes lie as they are, with a checksum before them. */
const IS_RAW = 0x8000_0000;
const CHECKSUM_BYTES = 4;
/** What is no longer than this lies as it is: to take a compressed body apart costs as much as thousands of bytes. */
const LONGEST_RAW = 128;

/** A body that does not hold what was put into it. */
export class BodyBroken extends Error {}

/**
 * A frame of nothing, with its checksum (RFC 8878, 3.1.1). Node.js 24 puts one behind a frame that is exactly as long
 * as the pieces in which it takes what is compressed, of 16 KB each, since it asks once more whether there is anything
 * left.
 */
const FRAME_OF_NOTHING = Buffer.from('28b52ffd240001000099e9d851', 'hex');

const COMPRESSED = {
  params: {
    // More takes several times as long, for a tenth of the bytes.
    [constants.ZSTD_c_compressionLevel]: 1,
    // Verified by the library when it is taken apart: a flipped bit is an error, and never another number.
    [constants.ZSTD_c_checksumFlag]: 1,
  },
};

/** How many bytes there are, then they themselves, compressed where there are many. */
export function compress(bytes: Uint8Array): Uint8Array {
  const isRaw = bytes.byteLength <= LONGEST_RAW;
  const content = isRaw ? withChecksum(bytes) : frameAlone(zstdCompressSync(bytes, COMPRESSED));
  const body = new Uint8Array(LENGTH_BYTES + content.byteLength);
  new DataView(body.buffer).setUint32(0, bytes.byteLength + (isRaw ? IS_RAW : 0), true);
  body.set(content, LENGTH_BYTES);
  return body;
}

/** Without the frame of nothing, which earlier versions have stored as well. */
function frameAlone(frame: Uint8Array): Uint8Array {
  const end = frame.byteLength - FRAME_OF_NOTHING.byteLength;
  if (end <= 0 || !FRAME_OF_NOTHING.equals(frame.subarray(end))) return frame;
  const alone = frame.subarray(0, end);
  // A frame whose own last bytes are these is longer, by its headers.
  return frameLength(alone) === end ? alone : frame;
}

function withChecksum(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(CHECKSUM_BYTES + bytes.byteLength);
  new DataView(whole.buffer).setUint32(0, crc32(bytes), true);
  whole.set(bytes, CHECKSUM_BYTES);
  return whole;
}

/**
 * The bytes, where any array can look at them as they lie.
 * @param room where they may lie that are only passing: what is decompressed there next overwrites them
 * @throws BodyBroken
 */
export function decompress(body: Uint8Array, room?: PassingRoom): Uint8Array<ArrayBuffer> {
  const head = body.byteLength < LENGTH_BYTES ? 0 : viewOf(body).getUint32(0, true);
  const whole =
    head >= IS_RAW ? rawBytes(body) : decompressed(frameAlone(body.subarray(LENGTH_BYTES)), head, room);
  if (whole.byteLength !== head % IS_RAW)
    throw new BodyBroken('A stored column is shorter than it was stored.');
  return whole.byteOffset % ALIGNMENT === 0 ? whole : new Uint8Array(whole);
}

function decompressed(
  frame: Uint8Array,
  length: number,
  room: PassingRoom | undefined,
): Uint8Array<ArrayBuffer> {
  try {
    const bytes = decompressFrame(frame, length, room);
    if (frameLength(frame) === frame.byteLength) return bytes;
  } catch (error) {
    throw new BodyBroken('A stored column is not as it was stored.', { cause: error });
  }
  throw new BodyBroken('A stored column is longer than it was stored.');
}

function rawBytes(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = LENGTH_BYTES + CHECKSUM_BYTES;
  const whole = new Uint8Array(body.subarray(start));
  if (body.byteLength < start || viewOf(body).getUint32(LENGTH_BYTES, true) !== crc32(whole))
    throw new BodyBroken('A stored column is not as it was stored.');
  return whole;
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);
