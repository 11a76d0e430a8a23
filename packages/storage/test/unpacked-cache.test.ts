import { describe, expect, it } from 'vitest';
import { PackedTexts } from '../src/sqlite/days/packed-texts.ts';
import { PassingRoom } from '../src/sqlite/days/passing-room.ts';
import { UnpackedCache } from '../src/sqlite/days/unpacked-cache.ts';

/** As much as a chunk holds at most, so that each column goes by itself. */
const COLUMN = 2 ** 21;
const THREE = 3 * COLUMN;
/** The least that room is given in. */
const LEAST_CHUNK = 2 ** 17;

const column = (value: number, bytes = COLUMN) => new Uint8Array(bytes).fill(value);

/** A question that reads some columns: how many of them it found. */
function ask(cache: UnpackedCache, columns: readonly number[], room = THREE): number {
  cache.begin(room);
  let found = 0;
  for (const value of columns) {
    const known = cache.get(value) as Uint8Array | undefined;
    if (known === undefined) cache.keep(value, column(value));
    else if (known.every((one) => one === value)) found += 1;
  }
  return found;
}

describe('what was taken apart', () => {
  it('is there for the next question', () => {
    const cache = new UnpackedCache();
    expect(ask(cache, [1, 2, 3])).toBe(0);
    expect(ask(cache, [1, 2, 3])).toBe(3);
  });

  it('is there in part where a question reads more than there is room for', () => {
    const cache = new UnpackedCache();
    expect(ask(cache, [1, 2, 3, 4, 5])).toBe(0);
    expect(ask(cache, [1, 2, 3, 4, 5])).toBe(3);
    expect(ask(cache, [1, 2, 3, 4, 5])).toBe(3);
  });

  it('makes room for another question, the longest unused first', () => {
    const cache = new UnpackedCache();
    ask(cache, [1, 2, 3]);
    ask(cache, [1]);
    expect(ask(cache, [4, 5])).toBe(0);
    expect(ask(cache, [1, 4, 5])).toBe(3);
    expect(ask(cache, [2, 3])).toBe(0);
  });

  it('stays where several questions have used it, however much others read once', () => {
    const cache = new UnpackedCache();
    ask(cache, [1, 2]);
    ask(cache, [1]);
    for (const others of [[3, 4], [5, 6], [7]]) expect(ask(cache, others)).toBe(0);
    expect(ask(cache, [1, 2])).toBe(1);
  });

  it('makes room for a question that goes over what the one before has read, with what it will need last', () => {
    const cache = new UnpackedCache();
    ask(cache, [1, 2, 3]);
    expect(ask(cache, [4, 1, 2])).toBe(2);
  });

  it('goes where a question needs the room, however often it was used', () => {
    const cache = new UnpackedCache();
    for (let times = 0; times < 3; times += 1) ask(cache, [1, 2, 3]);
    ask(cache, [4, 5, 6]);
    expect(ask(cache, [4, 5, 6])).toBe(3);
  });

  it('goes where there is less room than before', () => {
    const cache = new UnpackedCache();
    ask(cache, [1, 2, 3]);
    expect(ask(cache, [], COLUMN)).toBe(0);
    expect(ask(cache, [3, 2, 1])).toBe(1);
  });

  it('is not kept where there is no room, and is told all the same', () => {
    const cache = new UnpackedCache();
    cache.begin(LEAST_CHUNK - 1);
    expect(cache.keep(1, column(7, 10))).toEqual(column(7, 10));
    expect(cache.get(1)).toBeUndefined();
  });

  it('is what it was, whatever its columns are', () => {
    const cache = new UnpackedCache();
    cache.begin(THREE);
    const values = {
      small: Uint8Array.of(1, 2, 3),
      wide: Float64Array.of(0.5, -2),
      texts: PackedTexts.split(Buffer.from('one ü three')),
      at: { epoch: 4 },
    };
    cache.keep('first', values);
    cache.keep('second', { small: Uint8Array.of(9), none: new Uint32Array(0) });
    const kept = cache.get('first') as typeof values;
    expect([kept.small, kept.wide, kept.at]).toEqual([values.small, values.wide, values.at]);
    expect([0, 1, 2].map((place) => kept.texts.at(place))).toEqual(['one', 'ü', 'three']);
    expect(cache.get('second')).toEqual({ small: Uint8Array.of(9), none: new Uint32Array(0) });
  });

  it('makes room for columns of one kind by those of another, which are of the same days', () => {
    const cache = new UnpackedCache();
    const days = Array.from({ length: 24 }, (_, day) => day);
    const room = 2 ** 22;
    const bytes = room / 64;
    const askFor = (kinds: readonly number[]) => {
      cache.begin(room);
      let found = 0;
      for (const day of days)
        for (const kind of kinds)
          if (cache.get(`${day} ${kind}`) === undefined)
            cache.keep(`${day} ${kind}`, column(kind, bytes / 2), { kind });
          else found += 1;
      return found;
    };
    expect(askFor([1, 2])).toBe(0);
    expect(askFor([1, 3])).toBe(24);
    expect(askFor([1, 3])).toBe(48);
  });

  it('is replaced by what is kept for the same', () => {
    const cache = new UnpackedCache();
    cache.begin(THREE);
    cache.keep(1, column(1, 10));
    cache.keep(1, column(2, 10));
    expect(cache.get(1)).toEqual(column(2, 10));
  });

  it('has room for what is larger than a chunk, and for others once that has gone', () => {
    const cache = new UnpackedCache();
    cache.begin(2 * THREE);
    cache.keep('large', column(1, COLUMN + 1));
    expect(cache.get('large')).toEqual(column(1, COLUMN + 1));
    expect(ask(cache, [1, 2, 3], THREE)).toBe(0);
    expect(ask(cache, [1, 2, 3], THREE)).toBe(3);
    expect(cache.get('large')).toBeUndefined();
  });

  it('stays where it was made, if that was in room of the cache, and what was not is put beside it', () => {
    const cache = new UnpackedCache();
    cache.begin(THREE);
    const made = twoMadeIn(cache);
    const kept = cache.keep('made', { made, other: Uint32Array.of(7, 8) });
    expect([kept.made.buffer === made.buffer, kept.other.buffer === made.buffer]).toEqual([true, true]);
    cache.keep('next', Uint8Array.of(9));
    expect(cache.get('made')).toEqual({ made: Uint16Array.of(1, 2), other: Uint32Array.of(7, 8) });
  });

  it('is gone as soon as one of the chunks is that it lies in', () => {
    const cache = new UnpackedCache();
    cache.begin(THREE);
    const made = twoMadeIn(cache);
    cache.keep('two chunks', { made, other: column(3, COLUMN - 4) });
    expect(ask(cache, [1, 2])).toBe(0);
    expect(cache.get('two chunks')).toBeUndefined();
    expect(ask(cache, [1, 2])).toBe(2);
  });

  it('is told all the same where it was made outside of the cache for want of room', () => {
    const cache = new UnpackedCache();
    cache.begin(LEAST_CHUNK - 1);
    const made = twoMadeIn(cache);
    expect(cache.keep('made', { made })).toEqual({ made: Uint16Array.of(1, 2) });
    expect(cache.get('made')).toBeUndefined();
  });

  it.each([
    ['there is room', THREE],
    ['there is none', 0],
  ])('does not lie where others are overwritten, where %s for it', (_, room) => {
    const cache = new UnpackedCache();
    const passing = new PassingRoom();
    cache.begin(room);
    const written = (text: string) => {
      const bytes = passing.of(9) as Uint8Array;
      bytes.set(Buffer.from(text));
      return { bytes, texts: PackedTexts.split(bytes), other: Uint8Array.of(1) };
    };
    const kept = cache.keep('first', written('one three'), { passing });
    written('xxx xxxxx');
    expect([kept.texts.at(0), kept.texts.at(1)]).toEqual(['one', 'three']);
    expect([Buffer.from(kept.bytes).toString(), kept.other]).toEqual(['one three', Uint8Array.of(1)]);
  });
});

function twoMadeIn(cache: UnpackedCache): Uint16Array {
  const { buffer, byteOffset } = cache.roomOf(null)(4);
  const made = new Uint16Array(buffer, byteOffset, 2);
  made.set([1, 2]);
  return made;
}
