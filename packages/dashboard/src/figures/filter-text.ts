/**
 * A filter as the read API and the address write it: `country:is:DE|AT`, without a value `campaign:is_set:`. A `|` or a backslash of
 * a value is escaped.
 */
export function filterOf(dimension: string, operator: string, values: readonly string[]): string {
  const escaped = values.map((value) => value.replace(/[\\|]/g, '\\$&'));
  return `${dimension}:${operator}:${escaped.join('|')}`;
}

/** A filter, taken apart. */
export type FilterParts = {
  readonly dimension: string;
  readonly operator: string;
  readonly values: readonly string[];
};

const FILTER = /^(property:[^:]+|[a-z_]+):([a-z_]+):(.*)$/s;

/** Null for what is no filter. */
export function partsOf(filter: string): FilterParts | null {
  const [, dimension, operator, text] = FILTER.exec(filter) ?? [];
  if (dimension === undefined || operator === undefined || text === undefined) return null;
  if (text === '') return { dimension, operator, values: [] };
  const values = [''];
  for (const [part] of text.matchAll(/\\[\\|]|[\s\S]/g)) {
    if (part === '|') values.push('');
    else values[values.length - 1] += part.length === 2 && part.startsWith('\\') ? part.slice(1) : part;
  }
  return { dimension, operator, values };
}
