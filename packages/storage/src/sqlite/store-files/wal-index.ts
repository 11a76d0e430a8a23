import { readSync } from 'node:fs';
import { endianness } from 'node:os';

/** Two copies of the header, then how far the log has been checkpointed: https://sqlite.org/walformat.html#walidxfmt */
const HEADER_BYTES = 48;
/** Its numbers are those of the processor. */
const IS_LITTLE = endianness() === 'LE';
const READ_BYTES = 136;
const AT = { isInitialised: 12, pageBytes: 14, frames: 16, checksum: 24, salts: 32, moved: 96, moving: 128 };

/** What all connections to a database know of its log, from the index beside it. */
export type WalIndex = {
  /** Frames of the log that hold commits, of so many bytes a page. */
  readonly frames: number;
  readonly pageBytes: number;
  /** The two numbers that tell this log from the one before, read as the log has them: from the highest byte. */
  readonly salts: Pair;
  /** Of the last frame. */
  readonly checksum: Pair;
  /** So many frames are in the database file. */
  readonly moved: number;
  /** So many will be when the checkpoint that has begun is through. */
  readonly moving: number;
};
type Pair = readonly [number, number];

const isSamePair = (one: Pair, other: Pair) => one[0] === other[0] && one[1] === other[1];

/** Reused: every commit reads it several times. */
const bytes = Buffer.alloc(READ_BYTES);

const numberAt = (at: number) => (IS_LITTLE ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));

/** The index in an open `-shm` file; null while another connection writes it, or where it holds nothing yet. */
export function readWalIndex(fd: number): WalIndex | null {
  if (readSync(fd, bytes, 0, READ_BYTES, 0) < READ_BYTES || bytes[AT.isInitialised] === 0) return null;
  if (bytes.compare(bytes, HEADER_BYTES, 2 * HEADER_BYTES, 0, HEADER_BYTES) !== 0) return null;
  const pageBytes = IS_LITTLE ? bytes.readUInt16LE(AT.pageBytes) : bytes.readUInt16BE(AT.pageBytes);
  return {
    frames: numberAt(AT.frames),
    // A page of 65,536 bytes does not fit the field.
    pageBytes: pageBytes === 1 ? 65_536 : pageBytes,
    salts: [bytes.readUInt32BE(AT.salts), bytes.readUInt32BE(AT.salts + 4)],
    checksum: [numberAt(AT.checksum), numberAt(AT.checksum + 4)],
    moved: numberAt(AT.moved),
    moving: numberAt(AT.moving),
  };
}

/** Whether a checkpoint has begun and has not written all. */
export function isCheckpointing({ moved, moving }: WalIndex): boolean {
  return moved < moving;
}

/** False once a checkpoint has begun, has written, or the log has begun anew in between. */
export function isSameCheckpoint(one: WalIndex, other: WalIndex): boolean {
  return one.moved === other.moved && one.moving === other.moving && isSamePair(one.salts, other.salts);
}

/** Whether the log holds the same commits, and as many of them are in the database file. */
export function isSameIndex(one: WalIndex, other: WalIndex): boolean {
  return (
    one.frames === other.frames && isSamePair(one.checksum, other.checksum) && isSameCheckpoint(one, other)
  );
}
