/** Headers as servers give them: of Node and Express, or of the fetch standard. */
export type HeaderSource =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The value of a header, whatever the case of its name; null when it is missing. The first of several. */
export function readHeader(headers: HeaderSource, name: string): string | null {
  if (typeof headers.get === 'function') return (headers as { get(name: string): string | null }).get(name);
  for (const [each, value] of Object.entries(headers)) {
    if (each.toLowerCase() !== name || value === undefined) continue;
    return (typeof value === 'string' ? value : (value as readonly string[])[0]) ?? null;
  }
  return null;
}
