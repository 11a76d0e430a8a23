import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WordsOfEntries } from '../src/sqlite/reports/values/words-of-entries.ts';

const NOT_SET = 3;
const anyWords = fc.array(fc.nat(5), { minLength: 1, maxLength: 8 });

it('tells of all entries at once what it tells of each', () => {
  const anyColumns = anyWords.chain((words) =>
    fc.array(fc.nat(words.length - 1), { minLength: 4 * words.length }).map((first) => [first, words]),
  );
  fc.assert(
    fc.property(
      anyColumns,
      fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
      fc.nat(2),
      (columns, of, least) => {
        const words = new WordsOfEntries(
          columns.map((column) => Uint32Array.from(column)),
          NOT_SET,
        );
        const byEntry = new Uint8Array(words.entries).fill(least);
        words.raise(byEntry, (word) => of[word] as number);
        expect([...byEntry]).toEqual(
          Array.from(byEntry, (_, entry) => Math.max(least, of[words.of(entry)] as number)),
        );
      },
    ),
  );
});

it('tells what that takes, and that words are too many to be asked about', () => {
  const wordsOf = (...columns: Uint32Array[]) => new WordsOfEntries(columns, NOT_SET).workToRaise;
  const count = (length: number) => Uint32Array.from({ length }, (_, index) => index);
  expect(wordsOf(new Uint32Array(100), count(10))).toBe(140);
  expect(wordsOf(new Uint32Array(20_000), count(4096))).toBeLessThan(Number.POSITIVE_INFINITY);
  expect(wordsOf(new Uint32Array(20_000), count(4097))).toBe(Number.POSITIVE_INFINITY);
  expect(wordsOf(count(100))).toBe(Number.POSITIVE_INFINITY);
});
