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
  const found = [...new Set(ids.flatMap(spellings))].filter((id) => id !== '');
  if (found.length === 0) return () => false;
  const pattern = new RegExp(found.map((id) => patternOf(id, asWords)).join('|'), 'iu');
  return (text) => pattern.test(text);
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
