import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/builders/any-character.ts';
import { groupingForm } from '../../src/attribution/link-words.ts';
import { readLink } from '../../src/attribution/read-link.ts';

const WORDS: readonly [raw: string, word: string | null][] = [
  ['google', 'google'],
  ['Google', 'Google'],
  ['spring+sale', 'spring sale'],
  ['spring%20sale', 'spring sale'],
  ['%20spring%20', 'spring'],
  ['a%2Bb', 'a+b'],
  ['gr%C3%BCn', 'grün'],
  ['grün', 'grün'],
  // Decoded once, never twice
  ['100%2525', '100%25'],
  // One form for what reads the same
  ['cafe%CC%81', 'caf\u00e9'],
  // Broken encoding stays as sent
  ['gr%FCn', 'gr%FCn'],
  ['100%', '100%'],
  ['%zz%C3%BC', '%zzü'],
  ['%C3', '%C3'],
  ['a%00b', 'a b'],
  ['a%0Ab', 'a b'],
  ['', null],
  ['%20%09', null],
  ['(not%20set)', null],
  ['(none)', null],
  ['(Direct)', null],
  ['direct', 'direct'],
  ['a'.repeat(300), 'a'.repeat(255)],
  ['%C3%BC'.repeat(300), 'ü'.repeat(255)],
  [`${'a'.repeat(254)}%F0%9F%AB%96`, 'a'.repeat(254)],
  [`${'a'.repeat(254)}+b`, 'a'.repeat(254)],
];

describe('a word of a link', () => {
  it.each(WORDS)('written %s is %s', (raw, word) => {
    expect(readLink(`?utm_campaign=${raw}`).utm.campaign).toBe(word);
  });
});

describe('the words of a link', () => {
  it('are read from wherever they stand', () => {
    expect(
      readLink('?a=1&utm_source=s&utm_medium=m&b&utm_campaign=c&utm_term=t&utm_content=o#x').utm,
    ).toEqual({
      source: 's',
      medium: 'm',
      campaign: 'c',
      term: 't',
      content: 'o',
      ref: null,
    });
  });

  it.each([
    ['?source=a&ref=b', 'a'],
    ['?ref=b', 'b'],
    ['?source=&ref=b', 'b'],
    ['?utm_source=x&ref=b', 'b'],
    ['?sourced=a&refs=b', null],
  ])('of %s fall back to %s', (query, ref) => {
    expect(readLink(query).utm.ref).toBe(ref);
  });
});

describe('any word', () => {
  it('is well-formed, trimmed, at most 255 long, and stays itself when it is read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 600 }), (text) => {
        const { source } = readLink(`?utm_source=${encodeURIComponent(text.toWellFormed())}`).utm;
        if (source === null) return;
        expect(source.isWellFormed()).toBe(true);
        expect(source).toBe(source.trim());
        expect(source.length).toBeLessThanOrEqual(255);
        expect(readLink(`?utm_source=${encodeURIComponent(source)}`).utm.source).toBe(source);
        expect(groupingForm(groupingForm(source))).toBe(groupingForm(source));
      }),
    );
  });
});
