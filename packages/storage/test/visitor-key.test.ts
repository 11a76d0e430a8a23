import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/builders/any-character.ts';
import { visitorIdOf, visitorKeyOf } from '../src/sqlite/visitor-key.ts';

describe('the key by which a visitor is stored', () => {
  it('is half as long as an id of the SDK', () => {
    const id = '1774709318461_24962967551798003799';
    expect(visitorKeyOf(id)).toEqual(Buffer.from('1774709318461a24962967551798003799', 'hex'));
    expect(visitorKeyOf(id)).toHaveLength(17);
  });

  it.each(['', 'user-1042', 'mhp8x2k1.k3x9q2m4ta', '٣', ' 1', '1\n', 'a1', 'f'])(
    'is the id itself: %j',
    (id) => {
      expect(visitorKeyOf(id)).toBe(id);
    },
  );

  it('leads back to any id, so that no two visitors have the same', () => {
    const ids = fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[0-9_.-]{1,40}$/));
    fc.assert(fc.property(ids, (id) => visitorIdOf(visitorKeyOf(id)) === id));
  });
});
