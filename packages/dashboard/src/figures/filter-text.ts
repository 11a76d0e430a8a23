import type { FilterOperator } from '@cvq/contract';
import { joinFilterValues, splitFilterValues } from '@cvq/contract/filter-values';
import { FILTER_OPERATORS } from './filter-operators.ts';

/**
 * A filter as the read API and the address write it: `country:is:DE|AT`, without a value `campaign:is_set:`. A `|` or a
 * backslash of a value is escaped.
 */
export function filterOf(dimension: string, operator: string, values: readonly string[]): string {
  return `${dimension}:${operator}:${joinFilterValues(values)}`;
}

/** A filter, taken apart. */
export type FilterParts = {
  readonly dimension: string;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
};

/** A name of a property may have colons, and a value too: the first operator between two is the one. */
const FILTER = new RegExp(`^(property:.+?|[a-z_]+):(${Object.keys(FILTER_OPERATORS).join('|')}):(.*)$`, 's');

type Found = readonly [all: string, dimension: string, operator: FilterOperator, text: string];

/** Null for what is no filter. */
export function partsOf(filter: string): FilterParts | null {
  const found = FILTER.exec(filter);
  if (!found) return null;
  const [, dimension, operator, text] = found as unknown as Found;
  return { dimension, operator, values: text ? splitFilterValues(text) : [] };
}
