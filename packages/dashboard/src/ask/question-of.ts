import type { PageState } from '../address/address.ts';

/** The arguments that every question about a period takes, as the read API names them. */
export function questionOf(project: string, state: PageState): URLSearchParams {
  const { range, compare, match, filters, segment, bots } = state;
  const query = new URLSearchParams({ project });
  if ('preset' in range) query.set('range', range.preset);
  else {
    query.set('start_date', range.start);
    query.set('end_date', range.end);
  }
  for (const filter of filters) query.append('filter', filter);
  if (segment !== null) query.set('segment', segment);
  if (bots === 'included') query.set('bots', 'included');
  if (compare === 'none') return query;
  if (typeof compare === 'string') query.set('compare', compare);
  else {
    query.set('compare_start_date', compare.start);
    query.set('compare_end_date', compare.end);
  }
  if (compare === 'previous_year') query.set('match', match);
  // A part of a day is compared with the same part of an earlier one.
  query.set('compare_until', 'same_moment');
  return query;
}
