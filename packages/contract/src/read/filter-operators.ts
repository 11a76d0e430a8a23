/**
 * How a filter compares with its values. `contains` and `contains_not` ignore the case of letters, `gt` and `lt` compare
 * numbers, the others are exact.
 */
export const FILTER_OPERATORS = [
  ...(['is', 'is_not', 'contains', 'contains_not'] as const),
  ...(['gt', 'lt', 'is_set', 'not_set'] as const),
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** Those that ask only whether there is a value. */
export const OPERATORS_WITHOUT_VALUES: readonly FilterOperator[] = ['is_set', 'not_set'];

/** Those that compare numbers, which only properties are. */
export const OPERATORS_OF_NUMBERS: readonly FilterOperator[] = ['gt', 'lt'];
