import { z } from 'zod';
import type { Dimension } from '../constants.ts';

/** How a filter compares. `contains` ignores the case of letters, the others do not. */
export const FILTER_OPERATORS = ['is', 'is_not', 'contains'] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** A property of events as a dimension, beyond the twenty. */
export type PropertyDimension = `property:${string}`;

/** A condition on a dimension: fulfilled by any of the values, for `is_not` by none of them. */
export type Filter = {
  readonly dimension: Dimension | PropertyDimension;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
};

/** `filter=dimension:operator:value`, once or several times; what it says is read by the collector. */
export const FilterParameter = z.union([z.string(), z.array(z.string())]);
export type FilterParameter = z.infer<typeof FilterParameter>;
