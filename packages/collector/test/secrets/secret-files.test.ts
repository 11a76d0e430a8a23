import { describe, expect, it } from 'vitest';
import { secretsMeanwhile } from '../../src/secrets/secret-files.ts';

const files = (secret: string | null, previous: string | null = null) => ({ secret, previous });

describe('the secrets of a copy that was made meanwhile', () => {
  it.each<[what: string, ...Parameters<typeof secretsMeanwhile>, ReturnType<typeof secretsMeanwhile>]>([
    ['where nothing was rotated', files('a'), files('a'), files('a')],
    ['where there is none', files(null), files(null), files(null)],
    ['where the first one was made', files(null), files('a'), files('a')],
    ['where a rotation began', files('a'), files('b', 'a'), files('b', 'a')],
    ['where a rotation lasts', files('b', 'a'), files('b', 'a'), files('b', 'a')],
    ['where a rotation ended', files('b', 'a'), files('b'), files('b', 'a')],
    ['where a rotation began and ended', files('a'), files('b'), files('b', 'a')],
  ])('are those that open all of it, %s', (_what, before, after, expected) => {
    expect(secretsMeanwhile(before, after)).toEqual(expected);
  });
});
