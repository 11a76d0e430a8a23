import { describe, expect, it } from 'vitest';
import { rowEmphasis } from '../src/figures/row-emphasis.ts';
import { countsDiffer, sharesDiffer } from '../src/words/chance.ts';
import { changeOf } from '../src/words/change.ts';
import { day } from '../src/words/dates.ts';
import { count, exactMoney, money, percent, seconds } from '../src/words/numbers.ts';
import { refusalAtField } from '../src/words/refusal-at-field.ts';

const WRITING = { locale: 'en-GB', currency: 'EUR' };
const plain = (text: string) => text.replaceAll('\u202f', ' ').replaceAll('\u2212', '-');

describe('figures', () => {
  it.each([
    [count(10_314.4, WRITING), '10,314'],
    [count(null, WRITING), '–'],
    [percent(0.3884, WRITING), '38.8 %'],
    [money(46_024.4, WRITING), '€46,024'],
    [money(85.8, WRITING), '€85.80'],
    [money(85.8, WRITING, 1_200), '€86'],
    [exactMoney(46_024.4, WRITING), '€46,024.40'],
    [exactMoney(1_200, { ...WRITING, currency: 'JPY' }), 'JP¥1,200'],
    [seconds(51.2), '51 s'],
    [seconds(125), '2 m 05 s'],
  ])('are written as people read them: %s', (written, expected) => {
    expect(plain(written)).toBe(expected);
  });
});

it.each([
  ['must be a string', 'It must be a string.'],
  ['must be a string.', 'It must be a string.'],
  ['is required and must be a string', 'It is required and must be a string.'],
  ['The host localhost is private. Use another.', 'The host localhost is private. Use another.'],
  ['ann@example.com is the last owner of acc_1.', 'ann@example.com is the last owner of acc_1.'],
  ['localhost is no host of a site', 'localhost is no host of a site.'],
])('a refusal at a field is one whole sentence: %s', (message, sentence) => {
  expect(refusalAtField(message)).toBe(sentence);
});

it('amounts below zero have the sign that is as wide as a plus', () => {
  const written = [exactMoney(-50, { ...WRITING, currency: 'JPY' }), money(-1_600.4, WRITING)];
  expect(written).toEqual(['\u2212JP¥50', '\u2212€1,600']);
});

it('a day of another year is written with it', () => {
  const calendar = { locale: 'en-GB', timeZone: 'UTC', today: '2026-11-27T23:58:00.000Z' };
  expect([day('2026-01-05', calendar), day('2025-01-05', calendar)]).toEqual(['5 Jan', '5 Jan 2025']);
});

describe('change', () => {
  it.each([
    [117, 100, 'percent', '+17 %', 'up 17 percent'],
    [83, 100, 'percent', '-17 %', 'down 17 percent'],
    [1000, 1004, 'percent', '±0 %', 'unchanged'],
    [5, 0, 'percent', 'new', 'nothing before'],
    [1400, 100, 'percent', '×14', 'up 14 times'],
    [0.12, 0.121, 'points', '-0.1 pp', 'down 0.1 percentage points'],
    [0.12, 0.12, 'points', '±0 pp', 'unchanged'],
  ] as const)('from %s and %s before is told', (now, before, unit, text, words) => {
    const change = changeOf(now, before, unit, WRITING);
    expect([plain(change?.text ?? ''), change?.words]).toEqual([text, words]);
  });

  it.each([
    [0, 0],
    [null, 4],
    [4, null],
    [undefined, 4],
  ])('of %s and %s is nothing to tell', (now, before) => {
    expect(changeOf(now, before, 'percent', WRITING)).toBeNull();
  });
});

describe('chance', () => {
  it.each([
    [104, 96, false],
    [130, 96, true],
    [8, 3, false],
    [0, 0, false],
    [null, 8, false],
  ])('takes %s and %s for different: %s', (one, other, expected) => {
    expect(countsDiffer(one, other)).toBe(expected);
  });

  it.each([
    [0.12, 0.121, 11_000, false],
    [0.12, 0.15, 11_000, true],
    [0, 0, 11_000, false],
    [0.5, 1, 2, false],
  ])('takes shares of %s and %s of %s each for different: %s', (one, other, whole, expected) => {
    expect(sharesDiffer({ part: one, whole }, { part: other, whole })).toBe(expected);
  });
});

describe('a row', () => {
  const grownByAThird = { now: { visitors: 4_000 }, before: { visitors: 3_000 } };

  it.each([
    ['as the whole did', { now: 400, before: 300 }, 'muted'],
    ['much more than the whole', { now: 900, before: 300 }, 'coloured'],
    ['though the whole grew, down', { now: 200, before: 400 }, 'coloured'],
    ['less than the whole, and yet up', { now: 1_010, before: 1_000 }, 'ink'],
    ['within chance', { now: 5, before: 3 }, 'muted'],
  ])('that moved %s is set accordingly', (_, row, expected) => {
    expect(rowEmphasis('visitors', row, grownByAThird)).toBe(expected);
  });

  it('of a mean is never set off: what it varies by is not known', () => {
    const row = { now: 300, before: 10 };
    expect(rowEmphasis('average_session_duration_seconds', row, grownByAThird)).toBe('muted');
  });
});
