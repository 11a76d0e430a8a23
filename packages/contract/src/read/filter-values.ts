/** The values of a filter as one text, `|` between them. A `|` or a backslash that belongs to a value is escaped. */
export function joinFilterValues(values: readonly string[]): string {
  return values.map((value) => value.replace(/[\\|]/g, '\\$&')).join('|');
}

/** The values of a text that `joinFilterValues` wrote. */
export function splitFilterValues(text: string): string[] {
  const values = [''];
  // A character, or an escaped one behind its backslash.
  for (const [part] of text.matchAll(/\\[\\|]|[\s\S]/g)) {
    if (part === '|') values.push('');
    else values[values.length - 1] += part.slice(-1);
  }
  return values;
}
