import { randomBytes } from 'node:crypto';
import { constants, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyBroken, compress, decompress } from '../src/sqlite/days/compressed-body.ts';
import { PassingRoom } from '../src/sqlite/days/passing-room.ts';

/** Of few different bytes, so that they can be compressed, and of many. */
const contents = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.uint8Array({ maxLength: 60_000, max: 3 }),
  fc.tuple(fc.nat(100_000), fc.nat(255)).map(([length, byte]) => new Uint8Array(length).fill(byte)),
);
/** Before the frame of a body. */
const LENGTH_BYTES = 4;
/** Equal to what they look at, whatever they are. */
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('the body of bytes', () => {
  it('gives them back, in room that is given anew each time as well as in memory of their own', () => {
    const room = new PassingRoom();
    fc.assert(
      fc.property(contents, (bytes) => {
        const body = compress(bytes);
        expect(hex(decompress(body, room))).toBe(hex(bytes));
        expect(hex(decompress(body))).toBe(hex(bytes));
      }),
      { numRuns: 200 },
    );
  });

  // What takes them there is not documented by Node: another version of it may not do so any more, and would answer more slowly.
  it('gives them back in that room, so that they leave no garbage', () => {
    const room = new PassingRoom();
    const [small, large] = [1_000, 500_000].map((length) => new Uint8Array(length).fill(7));
    for (const bytes of [large, small, large]) {
      const found = decompress(compress(bytes as Uint8Array), room);
      expect([found.byteLength, room.holds(found)]).toEqual([bytes?.byteLength, true]);
    }
    const larger = new Uint8Array(9_000_000).fill(7);
    expect(room.holds(decompress(compress(larger), room))).toBe(false);
  });

  it('is an error in that room as well where it is another, is cut, or has more behind it', () => {
    const room = new PassingRoom();
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 129, maxLength: 3_000 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (bytes, at, by) => {
          const body = compress(bytes);
          const other = body.slice();
          const place = at % body.byteLength;
          other[place] = (other[place] as number) ^ by;
          // Bits of a frame that say nothing of what is in it may change.
          expect([hex(bytes), 'broken']).toContain(readOf(other, room));
          expect(readOf(body.subarray(0, place), room)).toBe('broken');
          expect(readOf(new Uint8Array([...body, by]), room)).toBe('broken');
          expect(readOf(body, room)).toBe(hex(bytes));
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** Node.js takes what is compressed in pieces of so many bytes. */
const PIECE = 16_384;
/** What it puts behind a frame that fills them: a frame of nothing. */
const FRAME_OF_NOTHING = zstdCompressSync(new Uint8Array(0), {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
});

/** Bytes that cannot be compressed, so that their bodies have every length around so many pieces. */
function bodiesAround(pieces: number): { readonly bytes: Uint8Array; readonly body: Uint8Array }[] {
  const most = randomBytes(pieces * PIECE + 20);
  return Array.from({ length: 60 }, (_, less) => {
    const bytes = most.subarray(0, most.byteLength - less);
    return { bytes, body: compress(bytes) };
  });
}

describe('a body that fills the pieces in which it is compressed', () => {
  it.each([1, 2, 3])('is read as it was stored: %d', (pieces) => {
    const bodies = bodiesAround(pieces);
    const lengths = new Set(bodies.map(({ body }) => body.byteLength - LENGTH_BYTES));
    expect(lengths).toContain(pieces * PIECE);
    for (const { bytes, body } of bodies) expect(hex(decompress(body))).toBe(hex(bytes));
  });

  it('is read as well where an earlier version has stored a frame of nothing behind it', () => {
    const room = new PassingRoom();
    for (const { bytes, body } of bodiesAround(1)) {
      const stored = new Uint8Array([...body, ...FRAME_OF_NOTHING]);
      expect(readOf(stored, room)).toBe(hex(bytes));
      expect(hex(decompress(stored))).toBe(hex(bytes));
    }
  });

  it('is broken where that is another frame, or is cut, or comes twice', () => {
    const room = new PassingRoom();
    const body = compress(randomBytes(PIECE));
    for (let at = 0; at < FRAME_OF_NOTHING.byteLength; at += 1) {
      const other = new Uint8Array([...body, ...FRAME_OF_NOTHING]);
      other[body.byteLength + at] = (other[body.byteLength + at] as number) ^ 1;
      expect(readOf(other, room)).toBe('broken');
      if (at === 0) continue;
      expect(readOf(new Uint8Array([...body, ...FRAME_OF_NOTHING.subarray(0, at)]), room)).toBe('broken');
    }
    expect(readOf(new Uint8Array([...body, ...FRAME_OF_NOTHING, ...FRAME_OF_NOTHING]), room)).toBe('broken');
  });
});

function readOf(body: Uint8Array, room: PassingRoom): string {
  try {
    return hex(decompress(body, room));
  } catch (error) {
    if (error instanceof BodyBroken) return 'broken';
    throw error;
  }
}
