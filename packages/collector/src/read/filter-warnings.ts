import type { Measures, Meta } from '@cvq/contract';
import type { Question } from '@cvq/storage';

/**
 * That conditions keep nothing at all, so that zeros are not taken for a result: a value in other letters, such as
 * `Germany` for `DE`, is a value that nothing has.
 */
export function filterWarnings(
  { filters }: Pick<Required<Question>, 'filters'>,
  { isEmpty }: { readonly isEmpty: boolean },
): Pick<Meta, 'filter_warnings'> {
  if (!isEmpty || filters.length === 0) return {};
  return { filter_warnings: [{ code: 'nothing_matches', message: NOTHING_MATCHES }] };
}

/** A conversion may be kept whose event is not: by the visit of another day that it is credited to. */
export const keepsNothing = ({ events, sessions, conversions }: Measures): boolean =>
  events === 0 && sessions === 0 && conversions === 0;

const NOTHING_MATCHES =
  'No event of these days fulfils all conditions. Values are compared letter by letter: get_breakdown tells which there are.';
