import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isShort,
  MAX_TEXT,
  rowsThatFit,
  shorten,
  telling,
  withCutTexts,
} from '../../src/mcp/short-answer.ts';

const cell = fc.oneof(fc.string({ maxLength: 200 }), fc.integer(), fc.double(), fc.constant(null));
const row = fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), cell, { minKeys: 1, maxKeys: 12 });
const rows = fc.array(row, { maxLength: 120 });
const answers = fc.record({ data: fc.record({ rows, others: rows, total: cell }), meta: row });

const point = (day: number) => ({ start: `2026-01-${`${day}`.padStart(2, '0')}`, filler: 'x'.repeat(400) });
const points = (count: number) => Array.from({ length: count }, (_, day) => point(day));

describe('an answer that is too long', () => {
  it('loses whole rows and nothing else', () => {
    fc.assert(
      fc.property(answers, (whole) => {
        const plain = JSON.parse(JSON.stringify(whole)) as typeof whole;
        const short = shorten({ answer: plain, whole: plain }, 'Ask again.') as typeof whole & {
          truncated: { lists: object[] };
        };
        fc.pre(short !== null);
        expect(isShort(short)).toBe(true);
        expect([short.data.total, short.meta]).toEqual([plain.data.total, plain.meta]);
        for (const list of ['rows', 'others'] as const) {
          const [all, kept] = [plain.data[list], short.data[list]];
          const [first, last] = [all[0] ?? {}, all.at(-1) ?? {}];
          const isOldestFirst = ['start', 'date'].some(
            (name) => name in first && String(first[name]) < String(last[name]),
          );
          const expected = isOldestFirst ? all.slice(all.length - kept.length) : all.slice(0, kept.length);
          expect(kept).toEqual(expected);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('loses the oldest of what begins with the latest', () => {
    const whole = { data: points(90).toReversed() };
    const short = shorten({ answer: whole, whole }, 'Ask again.') as unknown as typeof whole & {
      truncated: { lists: { left_out: string }[] };
    };
    expect(short.data[0]).toEqual(point(89));
    expect(short.data.length).toBeLessThan(90);
    expect(short.truncated.lists).toMatchObject([{ left_out: 'last' }]);
  });

  it('says of each list how many rows it has, of how many, and how to get the rest', () => {
    const whole = {
      data: { rows: Array.from({ length: 100 }, (_, place) => ({ place, text: 'x'.repeat(990) })) },
    };
    const { data, truncated } = shorten(
      { answer: whole, whole },
      'Go on with offset.',
    ) as unknown as typeof whole & {
      truncated: object;
    };
    expect(data.rows).toHaveLength(23);
    expect(truncated).toEqual({
      lists: [{ list: 'data.rows', rows: 23, of: 100, left_out: 'last' }],
      how_to_get_the_rest: 'Go on with offset.',
    });
  });

  it.each([
    [90, 90],
    [90, 88],
    [28, 90],
  ])(
    'keeps the newest of what is in the order of time, and of %i beside %i the same places',
    (now, earlier) => {
      const before = { points: points(earlier).map((of) => ({ ...of, filler: 'x'.repeat(300) })) };
      const whole = { data: { points: points(now), before } };
      const { data } = shorten({ answer: whole, whole }, 'Ask for fewer days.') as unknown as typeof whole;
      expect(data.points.at(-1)).toEqual(point(now - 1));
      expect(data.before.points.at(-1)?.start).toBe(point(earlier - 1).start);
      expect(data.points[0]?.start).toBe(data.before.points[0]?.start);
      expect(now - data.points.length).toBe(earlier - data.before.points.length);
    },
  );

  it('keeps the first of other lists that stand beside each other, at the same places', () => {
    const listed = (count: number) =>
      Array.from({ length: count }, (_, place) => ({ place, text: 'x'.repeat(400) }));
    const whole = { data: { rows: listed(40), before: { rows: listed(30) } } };
    const { data } = shorten({ answer: whole, whole }, 'Go on with offset.') as unknown as typeof whole;
    expect(data.rows.length).toBe(data.before.rows.length);
    expect(data.rows.at(-1)).toEqual(data.before.rows.at(-1));
  });

  it('is nothing where it has no rows to leave out', () => {
    const whole = { text: 'x'.repeat(MAX_TEXT) };
    expect(shorten({ answer: whole, whole }, 'Ask for less.')).toBeNull();
    expect(rowsThatFit({ text: 'x'.repeat(MAX_TEXT), data: [{ a: 1 }] }, 'data')).toBe(0);
  });

  it('counts what its text takes once more within a string', () => {
    expect(isShort({ text: '"'.repeat(10_000) })).toBe(false);
    expect(isShort({ text: 'x'.repeat(20_000) })).toBe(true);
  });

  it('counts signs that nobody sees as they are written out', () => {
    expect(isShort({ text: '\u200b'.repeat(3_000) })).toBe(true);
    expect(isShort({ text: '\u200b'.repeat(5_000) })).toBe(false);
  });
});

describe('an answer whose texts are too long', () => {
  it('has their beginnings, each with how long it was, and says how many were cut', () => {
    const whole = { data: { rows: [{ value: 'x'.repeat(40_000), [`${'n'.repeat(20)}ame`]: 'short' }] } };
    expect(withCutTexts(whole, 20)).toEqual({
      data: {
        rows: [
          {
            value: `${'x'.repeat(20)}… (cut: 40000 characters)`,
            [`${'n'.repeat(20)}… (cut: 23 characters)`]: 'short',
          },
        ],
      },
      truncated: { lists: [], cut: { to: 20, texts: 2 }, how_to_get_the_rest: expect.any(String) },
    });
  });

  it('is itself where no text is too long', () => {
    const whole = { data: [{ value: 'x'.repeat(20) }] };
    expect(withCutTexts(whole, 20)).toBe(whole);
  });

  it('keeps emoji whole', () => {
    const { value } = withCutTexts({ value: `${'x'.repeat(19)}\u{1f600}y` }, 20);
    expect(value).toBe(`${'x'.repeat(19)}… (cut: 22 characters)`);
  });

  it('says both of a list that lacks rows', () => {
    const rows = Array.from({ length: 100 }, (_, place) => ({ place, text: 'x'.repeat(1_000) }));
    const cut = withCutTexts({ rows }, 500);
    expect(shorten({ answer: cut, whole: cut }, 'Go on.')).toMatchObject({
      truncated: {
        lists: [{ list: 'rows', of: 100 }],
        cut: { to: 500, texts: 100 },
        how_to_get_the_rest: 'Go on.',
      },
    });
  });
});

it('an answer with fewer rows tells of those that it lacks', () => {
  const whole = { data: [{ a: 1 }, { a: 2 }] };
  expect(telling({ data: [{ a: 1 }] }, whole, 'Go on.')).toEqual({
    data: [{ a: 1 }],
    truncated: {
      lists: [{ list: 'data', rows: 1, of: 2, left_out: 'last' }],
      how_to_get_the_rest: 'Go on.',
    },
  });
});
