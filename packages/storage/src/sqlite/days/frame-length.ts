const MAGIC_BYTES = 4;
const CHECKSUM_BYTES = 4;
const BLOCK_HEADER_BYTES = 3;
/** A block whose size tells how often its one byte comes. */
const REPEATED = 1;
/** By what the descriptor says of them. */
const DICTIONARY_BYTES = [0, 1, 2, 4];
const SIZE_BYTES = [0, 2, 4, 8];

/**
 * How many bytes a frame of Zstandard has, as its headers tell (RFC 8878, 3.1.1): from where on something else follows, which
 * the library of some versions of Node reads over.
 * @param frame one that could be decompressed
 */
export function frameLength(frame: Uint8Array): number {
  const byte = (at: number) => frame[at] ?? 0;
  const descriptor = byte(MAGIC_BYTES);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const hasChecksum = (descriptor & 0x04) !== 0;
  const sizeBytes = SIZE_BYTES[descriptor >>> 6] as number;
  // Of a single segment the size is always told, else the window.
  const ofSize = isSingleSegment ? Math.max(1, sizeBytes) : 1 + sizeBytes;
  let at = MAGIC_BYTES + 1 + ofSize + (DICTIONARY_BYTES[descriptor & 3] as number);
  for (let isLast = false; !isLast && at < frame.byteLength; ) {
    const header = byte(at) | (byte(at + 1) << 8) | (byte(at + 2) << 16);
    isLast = (header & 1) !== 0;
    at += BLOCK_HEADER_BYTES + (((header >>> 1) & 3) === REPEATED ? 1 : header >>> 3);
  }
  return at + (hasChecksum ? CHECKSUM_BYTES : 0);
}
