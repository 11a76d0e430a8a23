import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WordsOfEntries } from '../src/sqlite/reports/words-of-entries.ts';

const NOT_SET = 3;
const anyWords = fc.array(fc.nat(5), { minLength: 1, maxLength: 8 });

it('tells of all entries at once what it tells of each', () => {
  const anyColumns = fc.oneof(
    anyWords.map((words) => [words]),
    anyWords.chain((words) =>
      fc.array(fc.nat(words.length - 1), { maxLength: 40 }).map((first) => [first, words]),
    ),
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
