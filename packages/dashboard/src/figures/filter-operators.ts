import type { FilterOperator } from '@cvq/contract';

/** How a filter compares, as people say it. */
export const FILTER_OPERATORS: Readonly<Record<FilterOperator, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  contains_not: 'does not contain',
  gt: 'is more than',
  lt: 'is less than',
  is_set: 'is set',
  not_set: 'is not set',
};
