import { describe, expect, it } from 'vitest';
import { isSameName } from '../src/words/is-same-name.ts';
import { strangersText } from '../src/words/strangers-text.ts';

describe('the name that somebody writes to go on', () => {
  it.each([
    ['as it is', 'Key of Ann', 'Key of Ann'],
    ['with one blank where it has two', 'Key  of Ann', 'Key of Ann'],
    ['with a blank where it has one that does not break', 'Key\u00a0of Ann', 'Key of Ann'],
    ['without what has no width', 'Key\u200b of\u2060 Ann', 'Key of Ann'],
    ['without the signs that turn the direction of text', 'Key\u202e of Ann', 'Key of Ann'],
    ['with the sign that is shown in place of these', 'Key\u202e of Ann', 'Key\ufffd of Ann'],
    ['in letters that look the same', 'Cafe\u0301', 'Caf\u00e9'],
    ['cut, as a long one is shown', 'x'.repeat(300), strangersText('x'.repeat(300))],
    ['cut, with three dots', 'x'.repeat(300), `${'x'.repeat(200)}...`],
    ['in full, though it is shown cut', 'x'.repeat(300), 'x'.repeat(300)],
  ])('is the name %s', (_, name, written) => {
    expect(isSameName(written, name)).toBe(true);
  });

  it.each([
    ['another name', 'Key of Ann', 'Key of Bob'],
    ['nothing', 'Key of Ann', ' '],
    ['other letters, though small ones', 'Key of Ann', 'key of ann'],
    ['a part of a long one', 'x'.repeat(300), 'x'.repeat(200)],
    ['without the blanks', 'Key of Ann', 'KeyofAnn'],
  ])('is not %s', (_, name, written) => {
    expect(isSameName(written, name)).toBe(false);
  });
});
