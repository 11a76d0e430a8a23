import { ERASED } from '@cvq/contract/constants';

/** Whether a text names a person. */
export type Naming = (text: string) => boolean;

/** Shorter ids name nobody as a part of a longer word: a `7` stands in many. */
const MIN_ANYWHERE = 8;

type Options = {
  /** Whether an id has to stand by itself, however long it is: one may begin with another's. */
  readonly asWords?: boolean;
};

/** Tells texts that have any of the ids in them, as it is or escaped as in an address, in any case. */
export function createNaming(ids: readonly string[], { asWords = false }: Options = {}): Naming {
  const found = patternsOf(ids, asWords);
  if (found === '') return () => false;
  const pattern = new RegExp(found, 'iu');
  return (text) => pattern.test(text);
}

/** Puts `(erased)` in the place of each of the ids that stands as a word of its own, and leaves the rest of a text. */
export function createUnnaming(ids: readonly string[]): (text: string) => string {
  const found = patternsOf(ids, true);
  if (found === '') return (text) => text;
  const pattern = new RegExp(found, 'giu');
  return (text) => text.replaceAll(pattern, ERASED);
}

/** The longest first: of two ids that begin alike the whole one is to be found. */
function patternsOf(ids: readonly string[], asWords: boolean): string {
  return [...new Set(ids.flatMap(spellings))]
    .filter((id) => id !== '')
    .toSorted((one, other) => other.length - one.length)
    .map((id) => patternOf(id, asWords))
    .join('|');
}

function spellings(id: string): string[] {
  const escaped = encodeURIComponent(id.toWellFormed());
  return [id, escaped, escaped.replaceAll('%20', '+')];
}

function patternOf(id: string, isWord: boolean): string {
  const literal = id.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  if (!isWord && id.length >= MIN_ANYWHERE) return literal;
  // `jo.ann@shop.example` is not `ann@shop.example`.
  const before = id.includes('@') ? '\\p{L}\\p{N}._+-' : '\\p{L}\\p{N}';
  return `(?<![${before}])${literal}(?![\\p{L}\\p{N}])`;
}
