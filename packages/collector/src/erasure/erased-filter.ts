import { ERASED, Filters, OPERATORS_OF_NUMBERS } from '@cvq/contract';
import { joinFilterValues } from '@cvq/contract/filter-values';

const OF_PROPERTY = 'property:';

/**
 * A condition without the values that name somebody. Such a value is `(erased)` as a whole, as it is in the events that the
 * condition is about, so that it goes on to match them.
 */
export function erasedFilter(text: string, isNamed: (text: string) => boolean): string {
  const [filter] = Filters.safeParse([text]).data ?? [];
  // An earlier version may have kept what is refused today: nothing asks by it.
  if (filter === undefined) return isNamed(text) ? `property:${ERASED}:is_set` : text;
  const { dimension, operator, values } = filter;
  const property = dimension.startsWith(OF_PROPERTY) ? dimension.slice(OF_PROPERTY.length) : null;
  const isOfNamed = property !== null && isNamed(property);
  if (!isOfNamed && !values.some(isNamed)) return text;
  const next = new Set(values.map((value) => (isNamed(value) ? ERASED : value)));
  const of = isOfNamed ? `${OF_PROPERTY}${ERASED}` : dimension;
  // In the place of a number no word can stand.
  if (OPERATORS_OF_NUMBERS.includes(operator) && values.some(isNamed)) return `${of}:is_set`;
  return next.size === 0 ? `${of}:${operator}` : `${of}:${operator}:${joinFilterValues([...next])}`;
}
