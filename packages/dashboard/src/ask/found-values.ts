import type { BreakdownResponse, FindValuesResponse, FoundValue } from '@cvq/contract';
import { project, state } from '../address/location.ts';
import { filterOf } from '../figures/filter-text.ts';
import { ownWords } from '../words/own-words.ts';
import { writing } from '../words/writing.ts';
import { ask } from './ask.ts';
import { questionOf } from './question-of.ts';

/** What holds of a visit where one of its events has the value, and the dimension of those events. */
export const OF_EVENTS = { seen_page: 'page', did_event: 'event_type' } as const;

/** So many values of a property are offered. */
const MOST = 12;

/** What can be chosen: a value, also of a property, or where none is needed a dimension. */
export type FoundOption = Pick<FoundValue, 'value' | 'visitors'> & { readonly dimension: string };

/**
 * The values that hold a text, of one dimension or of all, whatever the page is filtered by.
 * @throws NotAnswered; what `signal` ends throws its reason.
 */
export async function foundValues(
  text: string,
  dimension: string | null,
  signal: AbortSignal,
): Promise<readonly FoundOption[]> {
  const query = questionOf(project.value ?? '', { ...state.value, compare: 'none', filters: [] });
  if (dimension?.startsWith('property:')) return valuesOfProperty(dimension, text, { query, signal });
  query.set('text', text);
  query.set('locale', writing.value.locale);
  if (dimension !== null) query.set('dimension', ownWords(OF_EVENTS, dimension) ?? dimension);
  return (await ask<FindValuesResponse>(`/values?${query}`, signal)).data;
}

type Asking = { readonly query: URLSearchParams; readonly signal: AbortSignal };

/** What can be anything is not among the values of all dimensions. */
async function valuesOfProperty(
  dimension: string,
  text: string,
  { query, signal }: Asking,
): Promise<readonly FoundOption[]> {
  if (text !== '') query.append('filter', filterOf(dimension, 'contains', [text]));
  const given = { dimension, sort: '-visitors', limit: String(MOST) };
  for (const [name, value] of Object.entries(given)) query.set(name, value);
  const { rows } = (await ask<BreakdownResponse>(`/analytics/breakdown?${query}`, signal)).data;
  return rows.map(({ value, visitors }) => ({ dimension, value, visitors }));
}
