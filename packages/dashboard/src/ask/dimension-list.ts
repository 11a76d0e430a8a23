import type { BreakdownResponse, ReportResponse } from '@cvq/contract';
import { MULTI_VALUED_DIMENSIONS } from '@cvq/contract/constants';
import { ROW_MEASURES } from '@cvq/contract/row-measures';
import { computed } from '@preact/signals';
import { item, page, project, state } from '../address/location.ts';
import { filterOf } from '../figures/filter-text.ts';
import { sortOf } from '../figures/sort-of.ts';
import { codesNamed } from '../words/codes-named.ts';
import { writing } from '../words/writing.ts';
import { questionOf } from './question-of.ts';
import { watched } from './watched.ts';

/** Rows of a page. */
export const LIST_ROWS = 50;

/** The dimension that the address names; null on other pages. */
export const listedDimension = computed(() =>
  project.value !== null && page.value === 'list' ? item.value : null,
);

/** The question of the list, without how many rows: a file of it asks the same. */
export function listQuestion(dimension: string): URLSearchParams {
  const query = questionOf(project.value ?? '', state.value);
  const { search } = state.value;
  if (search !== null) query.append('filter', searchFilter(dimension, search));
  query.set('dimension', dimension);
  const { by, isDescending } = sortOf(state.value.sort, ROW_MEASURES);
  query.set('sort', `${isDescending ? '-' : ''}${by}`);
  return query;
}

/** Names of countries and languages are the reader's; what is stored are codes. */
function searchFilter(dimension: string, text: string): string {
  const codes = codesNamed(dimension, text, writing.value.locale);
  return codes.length > 0 ? filterOf(dimension, 'is', codes) : filterOf(dimension, 'contains', [text]);
}

/** A page of all values of the dimension. */
export const dimensionList = watched<BreakdownResponse>(() => {
  const dimension = listedDimension.value;
  if (dimension === null) return null;
  const query = listQuestion(dimension);
  query.set('limit', String(LIST_ROWS));
  // Of what a visit has several values of, no trend is told.
  if (!MULTI_VALUED_DIMENSIONS.some((name) => name === dimension)) query.set('trend', 'true');
  if (state.value.offset > 0) query.set('offset', String(state.value.offset));
  return `/analytics/breakdown?${query}`;
});

/** All of the period: what a row is a share of, and what its change is judged against. */
export const listTotals = watched<ReportResponse>(() =>
  listedDimension.value === null ? null : `/analytics/report?${questionOf(project.value ?? '', state.value)}`,
);
