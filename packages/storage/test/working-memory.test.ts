import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../test/builders/seeded-random.ts';
import { workingMemory } from '../src/sqlite/working-memory.ts';

const MEGABYTE = 2 ** 20;
const KEPT = 64 * MEGABYTE;

const MAKERS = [
  (length: number) => workingMemory.uint8(length),
  (length: number) => workingMemory.uint32(length),
  (length: number) => workingMemory.int32(length),
  (length: number) => workingMemory.float64(length),
];

describe('the working memory of a question', () => {
  it('gives arrays that are all 0 and share no byte, question after question', () => {
    const random = seededRandom(15);
    for (let question = 0; question < 20; question += 1)
      workingMemory.during(KEPT, () => {
        const given = Array.from({ length: random.whole(1, 40) }, () => {
          const length = random.pick([
            0,
            1,
            63,
            64,
            127,
            128,
            511,
            512,
            5000,
            300_000,
            random.whole(0, 700_000),
          ]);
          const array = random.pick(MAKERS)(length);
          expect(array.length).toBe(length);
          expect(array.every((value) => value === 0)).toBe(true);
          return array.fill(77);
        });
        for (const [index, array] of given.entries()) array.fill(index + 1);
        for (const [index, array] of given.entries())
          expect(array.every((value) => value === index + 1)).toBe(true);
      });
  });

  it('gives the same room to the next question, also after one that failed', () => {
    const roomOf = () => workingMemory.during(KEPT, () => workingMemory.uint32(MEGABYTE).buffer);
    const first = roomOf();
    expect(() =>
      workingMemory.during(KEPT, () => {
        workingMemory.uint32(MEGABYTE);
        throw new Error('interrupted');
      }),
    ).toThrow('interrupted');
    expect(roomOf()).toBe(first);
  });

  it('takes nothing back before the outermost question is at its end', () => {
    workingMemory.during(KEPT, () => {
      const outer = workingMemory.uint32(1000).fill(1);
      workingMemory.during(KEPT, () => workingMemory.uint32(1000).fill(2));
      workingMemory.uint32(1000).fill(3);
      expect(outer.every((value) => value === 1)).toBe(true);
    });
  });

  it('keeps no more between questions than it may', () => {
    const buffersOf = (count: number) =>
      workingMemory.during(KEPT, () =>
        Array.from({ length: count }, () => workingMemory.uint8(16 * MEGABYTE).buffer),
      );
    const first = new Set(buffersOf(6));
    const kept = buffersOf(6).filter((buffer) => first.has(buffer));
    expect(kept.length).toBeLessThanOrEqual(4);
  });

  it('gives what it does not keep back to the system at once, and keeps the rest', () => {
    workingMemory.during(0, () => workingMemory.uint8(MEGABYTE));
    const [kept, others] = workingMemory.during(8 * MEGABYTE, () => {
      const large = workingMemory.uint8(9 * MEGABYTE);
      const given = Array.from({ length: 3 }, () => workingMemory.uint32(MEGABYTE).fill(7));
      return [given.slice(0, 2), [large, ...given.slice(2)]];
    });
    expect(kept.map(({ length }) => length)).toEqual([MEGABYTE, MEGABYTE]);
    expect(others.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0]);
    const again = workingMemory.during(8 * MEGABYTE, () =>
      Array.from({ length: 3 }, () => workingMemory.uint32(MEGABYTE)),
    );
    expect(again.slice(0, 2).map(({ buffer }) => buffer)).toEqual(kept.map(({ buffer }) => buffer));
  });

  it('gives room as far as it is kept, and beyond that buffers that need not wait for the end of the question', () => {
    const buffers = workingMemory.during(4 * MEGABYTE, () =>
      Array.from({ length: 6 }, () => workingMemory.room(MEGABYTE).buffer),
    );
    expect(new Set(buffers.slice(0, 4)).size).toBe(1);
    expect(buffers[0]).toBeInstanceOf(SharedArrayBuffer);
    expect(new Set(buffers.slice(3)).size).toBe(3);
    expect(buffers.slice(4).map(({ byteLength }) => byteLength)).toEqual([MEGABYTE, MEGABYTE]);
  });

  it('leaves arrays to themselves while no question is at work', () => {
    const [one, other] = [workingMemory.uint32(MEGABYTE), workingMemory.uint32(MEGABYTE)];
    expect(one.buffer).toBeInstanceOf(ArrayBuffer);
    expect(one.buffer).not.toBe(other.buffer);
  });

  it('copies the first of some numbers', () => {
    workingMemory.during(KEPT, () => {
      const numbers = Uint32Array.from({ length: 1000 }, (_, index) => index);
      expect([...workingMemory.copyOf(numbers)]).toEqual([...numbers]);
      expect([...workingMemory.copyOf(numbers, 300)]).toEqual([...numbers.subarray(0, 300)]);
    });
  });
});
