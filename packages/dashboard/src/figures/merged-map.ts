import { ownWords } from '../words/own-words.ts';

/** What somebody made of a mapping, in what others have made of it since. */
export function mergedMap(
  mine: Readonly<Record<string, string>>,
  { from, now }: Readonly<Record<'from' | 'now', Readonly<Record<string, string>>>>,
): Record<string, string> {
  const types = [...new Set([...Object.keys(mine), ...Object.keys(now)])];
  const actionOf = (type: string) => (ownWords(mine, type) === ownWords(from, type) ? now : mine);
  return Object.fromEntries(
    types.flatMap((type) => {
      const action = ownWords(actionOf(type), type);
      return action === undefined ? [] : [[type, action]];
    }),
  );
}
