import type { BreakdownRow } from '@cvq/contract';
import { PAGEVIEW } from '@cvq/contract/constants';

type Type = Pick<BreakdownRow, 'value' | 'conversions' | 'revenue'>;

/**
 * The steps that were chosen. Without any, the usual ones: from a page view, or else what is most frequent, to what brings in
 * most, or else converts most often. None until it is known what there is.
 */
export function stepsOf(chosen: readonly string[], types: readonly Type[] | undefined): readonly string[] {
  if (chosen.length > 0 || types === undefined) return chosen;
  const pickable = types.filter(isPickable);
  const first = pickable.find(({ value }) => value === PAGEVIEW) ?? pickable[0];
  const others = pickable.filter((type) => type !== first);
  const last = mostOf(others, 'revenue') ?? mostOf(others, 'conversions') ?? others[0];
  return [first, last].flatMap((type) => type?.value ?? []);
}

/** Undefined where none has any. */
function mostOf(types: readonly Type[], measure: 'revenue' | 'conversions'): Type | undefined {
  return types.filter((type) => type[measure] > 0).sort((one, other) => other[measure] - one[measure])[0];
}

/** The question names types with commas between. */
export function isPickable({ value }: Pick<Type, 'value'>): boolean {
  return !value.includes(',');
}
