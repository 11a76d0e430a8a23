import { describe, expect, it } from 'vitest';
import { UnpackedCache } from '../src/sqlite/days/unpacked-cache.ts';

/** A question that reads some columns of ten bytes each: how many of them it found. */
function ask(cache: UnpackedCache<string>, columns: readonly number[], room = 30): number {
  cache.begin(room);
  let found = 0;
  for (const column of columns) {
    if (cache.get(column) !== undefined) found += 1;
    else cache.keep(column, `column ${column}`, 10);
  }
  return found;
}

describe('what was taken apart', () => {
  it('is there for the next question', () => {
    const cache = new UnpackedCache<string>();
    expect(ask(cache, [1, 2, 3])).toBe(0);
    expect(ask(cache, [1, 2, 3])).toBe(3);
  });

  it('is there in part where a question reads more than there is room for', () => {
    const cache = new UnpackedCache<string>();
    expect(ask(cache, [1, 2, 3, 4, 5])).toBe(0);
    expect(ask(cache, [1, 2, 3, 4, 5])).toBe(3);
    expect(ask(cache, [1, 2, 3, 4, 5])).toBe(3);
  });

  it('makes room for another question, the longest unused first', () => {
    const cache = new UnpackedCache<string>();
    ask(cache, [1, 2, 3]);
    ask(cache, [1]);
    expect(ask(cache, [4, 5])).toBe(0);
    expect(ask(cache, [1, 4, 5])).toBe(3);
    expect(ask(cache, [2, 3])).toBe(0);
  });

  it('goes where there is less room than before', () => {
    const cache = new UnpackedCache<string>();
    ask(cache, [1, 2, 3]);
    expect(ask(cache, [], 10)).toBe(0);
    expect(ask(cache, [3, 2, 1])).toBe(1);
  });
});
