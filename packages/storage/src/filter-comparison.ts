import type { Filter } from '@cvq/contract';

/** Whether a value of its dimension fulfils a filter. `contains` ignores the case of letters, the others do not. */
export function filterComparison({
  operator,
  values,
}: Pick<Filter, 'operator' | 'values'>): (text: string) => boolean {
  if (operator === 'contains') {
    const parts = values.map((part) => part.toLowerCase());
    return (text) => parts.some((part) => text.toLowerCase().includes(part));
  }
  const wanted = new Set(values);
  return operator === 'is' ? (text) => wanted.has(text) : (text) => !wanted.has(text);
}
