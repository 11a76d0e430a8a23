/** What a text of an answer was cut to, and how many were. */
export type CutTexts = { readonly to: number; readonly texts: number };

/**
 * A value with each text in it cut to so many characters, names of properties among them: visitors choose both. One that was cut
 * ends with how many it had.
 */
export function cutTexts(value: unknown, to: number): { readonly value: unknown; readonly cut: CutTexts } {
  let texts = 0;
  const cut = (text: string) => {
    if (text.length <= to) return text;
    texts += 1;
    return `${wholeSigns(text.slice(0, to))}… (cut: ${text.length} characters)`;
  };
  const within = (part: unknown): unknown => {
    if (typeof part === 'string') return cut(part);
    if (Array.isArray(part)) return part.map(within);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, of]) => [cut(name), within(of)]));
  };
  return { value: within(value), cut: { to, texts } };
}

/** Without the first half of a sign whose second half was cut off. */
function wholeSigns(text: string): string {
  return text.isWellFormed() ? text : text.replace(/[\ud800-\udbff]$/, '');
}
