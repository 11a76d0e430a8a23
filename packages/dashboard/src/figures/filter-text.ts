import { joinFilterValues, splitFilterValues } from '@cvq/contract/filter-values';

/**
 * A filter as the read API and the address write it: `country:is:DE|AT`, without a value `campaign:is_set:`. A `|` or a backslash of
 * a value is escaped.
 */
export function filterOf(dimension: string, operator: string, values: readonly string[]): string {
  return `${dimension}:${operator}:${joinFilterValues(values)}`;
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
  const found = FILTER.exec(filter);
  if (!found) return null;
  const [, dimension = '', operator = '', text] = found;
  return { dimension, operator, values: text ? splitFilterValues(text) : [] };
}
