import type { BreakdownRow } from '@cvq/contract';
import { PAGEVIEW } from '@cvq/contract/constants';

type Type = Pick<BreakdownRow, 'value' | 'events' | 'conversions'>;

/**
 * The steps that were chosen. Without any, the usual ones: from a page view, or else what is most frequent, to what converts
 * most often. None until it is known what there is.
 */
export function stepsOf(chosen: readonly string[], types: readonly Type[] | undefined): readonly string[] {
  if (chosen.length > 0 || types === undefined) return chosen;
  const pickable = types.filter(isPickable);
  const first = pickable.find(({ value }) => value === PAGEVIEW) ?? pickable[0];
  const others = pickable.filter((type) => type !== first);
  const last = others.reduce<Type | undefined>(
    (most, type) => (type.conversions > (most?.conversions ?? 0) ? type : most),
    undefined,
  );
  return [first, last ?? others[0]].flatMap((type) => type?.value ?? []);
}

/** The question names types with commas between. */
export function isPickable({ value }: Pick<Type, 'value'>): boolean {
  return !value.includes(',');
}
