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
  /** The two numbers that tell this log from the one before, as the log has them. */
  readonly salts: Buffer;
  /** Of the last frame. */
  readonly checksum: readonly [number, number];
  /** Changes whenever a checkpoint begins, whenever it has written, and whenever the log begins anew. */
  readonly checkpoint: string;
  /** Whether a checkpoint has begun and has not written all. */
  readonly isCheckpointing: boolean;
};

/** The index in an open `-shm` file; null while another connection writes it, or where it holds nothing yet. */
export function readWalIndex(fd: number): WalIndex | null {
  const bytes = Buffer.allocUnsafe(READ_BYTES);
  if (readSync(fd, bytes, 0, READ_BYTES, 0) < READ_BYTES || bytes[AT.isInitialised] === 0) return null;
  if (bytes.compare(bytes, HEADER_BYTES, 2 * HEADER_BYTES, 0, HEADER_BYTES) !== 0) return null;
  const number = (at: number) => (IS_LITTLE ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const pageBytes = IS_LITTLE ? bytes.readUInt16LE(AT.pageBytes) : bytes.readUInt16BE(AT.pageBytes);
  const salts = bytes.subarray(AT.salts, AT.salts + 8);
  const [moved, moving] = [number(AT.moved), number(AT.moving)];
  return {
    frames: number(AT.frames),
    // A page of 65,536 bytes does not fit the field.
    pageBytes: pageBytes === 1 ? 65_536 : pageBytes,
    salts,
    checksum: [number(AT.checksum), number(AT.checksum + 4)],
    checkpoint: `${number(AT.salts)} ${number(AT.salts + 4)} ${moved} ${moving}`,
    isCheckpointing: moved < moving,
  };
}
