import type { PlacedValues } from '@cvq/storage';
import { isSpendDimension } from './is-spend-dimension.ts';
import type { FoundSpend } from './spend-of-range.ts';
import { sumSpend } from './sum-spend.ts';

/**
 * The values of a dimension that are known to have cost something, in the order of that: what was paid stands at one end, and
 * credits that outweigh it at the other. Between them is room for all that cost nothing, and for what is not known.
 */
export function valuesByCost(
  found: FoundSpend | null,
  dimension: string,
  isDescending: boolean,
): Required<PlacedValues> {
  if (found === null || !isSpendDimension(dimension)) return { first: [], last: [] };
  const sign = isDescending ? -1 : 1;
  const costs = Array.from(
    Map.groupBy(found.campaigns, ({ words }) => words[dimension]),
    ([value, own]) => ({ value, worth: sumSpend(own.flatMap(({ rows }) => rows)).worth ?? 0n }),
  )
    .filter(({ worth }) => worth !== 0n)
    .toSorted((one, other) => sign * Number(one.worth - other.worth) || (one.value < other.value ? -1 : 1));
  const valuesThat = (areCredits: boolean) =>
    costs.filter(({ worth }) => worth < 0n === areCredits).map(({ value }) => value);
  return { first: valuesThat(!isDescending), last: valuesThat(isDescending) };
}
