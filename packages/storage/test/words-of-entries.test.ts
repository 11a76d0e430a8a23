import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WordsOfEntries } from '../src/sqlite/reports/words-of-entries.ts';

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
        expect(words.raise(byEntry, (word) => of[word] as number)).toBe(true);
        expect([...byEntry]).toEqual(
          Array.from(byEntry, (_, entry) => Math.max(least, of[words.of(entry)] as number)),
        );
      },
    ),
  );
});

it('asks about no words where those are not few beside entries', () => {
  const count = (length: number) => Uint32Array.from({ length }, (_, index) => index);
  const one = [count(100)];
  const nearlyAsMany = [new Uint32Array(39), count(10)];
  const veryMany = [new Uint32Array(20_000), count(5000)];
  for (const columns of [one, nearlyAsMany, veryMany]) {
    const words = new WordsOfEntries(columns, NOT_SET);
    const byEntry = new Uint8Array(words.entries);
    expect(words.raise(byEntry, () => expect.unreachable())).toBe(false);
    expect(byEntry).toEqual(new Uint8Array(words.entries));
  }
});
