import type { Filter, FilterOperator } from '@cvq/contract';
import { NOT_SET } from '@cvq/contract/constants';

/** The operators that are fulfilled where another one is not. */
const OPPOSITES: Partial<Record<FilterOperator, FilterOperator>> = {
  is_not: 'is',
  contains_not: 'contains',
  not_set: 'is_set',
};

type Comparing = Pick<Filter, 'operator' | 'values'>;

/** Whether a value of its dimension fulfils a filter. `contains` ignores the case of letters, `is` does not. */
export function filterComparison(filter: Comparing): (text: string) => boolean {
  const { operator, isOpposite } = withoutNot(filter.operator);
  const fulfils = comparisonOf({ operator, values: filter.values });
  return isOpposite ? (text) => !fulfils(text) : fulfils;
}

/** An operator as it stands without its "not", and whether it had one. */
export function withoutNot(operator: FilterOperator): {
  readonly operator: FilterOperator;
  readonly isOpposite: boolean;
} {
  const opposite = OPPOSITES[operator];
  return { operator: opposite ?? operator, isOpposite: opposite !== undefined };
}

function comparisonOf({ operator, values }: Comparing): (text: string) => boolean {
  if (operator === 'is_set') return (text) => text !== NOT_SET;
  if (operator === 'contains') {
    const parts = values.map((part) => part.toLowerCase());
    return (text) => parts.some((part) => text.toLowerCase().includes(part));
  }
  if (operator === 'gt' || operator === 'lt') {
    const bound = Number(values[0]);
    const holds = (number: number) => (operator === 'gt' ? number > bound : number < bound);
    // What is no number is neither more nor less.
    return (text) => text.trim() !== '' && Number.isFinite(Number(text)) && holds(Number(text));
  }
  const wanted = new Set(values);
  return (text) => wanted.has(text);
}
