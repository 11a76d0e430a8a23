/** Whether a text names a person. */
export type Naming = (text: string) => boolean;

/** Shorter ids name nobody as a part of a longer word: a `7` stands in many. */
const MIN_ANYWHERE = 8;

/** Tells texts that have any of the ids in them, as it is or escaped as in an address, in any case. */
export function createNaming(ids: readonly string[]): Naming {
  const found = [...new Set(ids.flatMap(spellings))].filter((id) => id !== '');
  if (found.length === 0) return () => false;
  const pattern = new RegExp(found.map(patternOf).join('|'), 'iu');
  return (text) => pattern.test(text);
}

function spellings(id: string): string[] {
  const escaped = encodeURIComponent(id.toWellFormed());
  return [id, escaped, escaped.replaceAll('%20', '+')];
}

function patternOf(id: string): string {
  const literal = id.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return id.length < MIN_ANYWHERE ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal;
}
