import type { BreakdownResponse, ListEventsResponse, ListPropertiesResponse } from '@cvq/contract';
import { PAGEVIEW } from '@cvq/contract/constants';
import { computed } from '@preact/signals';
import { page, project, state } from '../address/location.ts';
import { questionOf } from './question-of.ts';
import { watched } from './watched.ts';

const isAsked = () => project.value !== null && page.value === 'events';

/** Nothing is compared on this page. */
function question(): URLSearchParams {
  return questionOf(project.value ?? '', { ...state.value, compare: 'none' });
}

/** The types of the period's events, with the trend of each. */
export const eventTypes = watched<BreakdownResponse>(() => {
  if (!isAsked()) return null;
  return `/analytics/breakdown?${question()}&dimension=event_type&sort=-events&trend=true&limit=100`;
});

/**
 * The type that is looked at: the one that was chosen, else the most frequent, except for page views, which seldom carry anything;
 * null while there is none.
 */
export const chosenType = computed(() => {
  const types = eventTypes.answer.value?.data.rows.map(({ value }) => value) ?? [];
  return state.value.list.type ?? types.find((type) => type !== PAGEVIEW) ?? types[0] ?? null;
});

/** What properties the events of that type have. */
export const eventProperties = watched<ListPropertiesResponse>(() => {
  if (!isAsked() || chosenType.value === null) return null;
  const query = question();
  query.set('event_type', chosenType.value);
  return `/analytics/properties?${query}`;
});

/** The type whose properties are told; null until any are. Another may have been chosen since. */
export const propertiesType = computed(() =>
  new URLSearchParams(eventProperties.answered.value?.split('?')[1]).get('event_type'),
);

/** Events one by one: of one type only where one was chosen. */
export const eventList = watched<ListEventsResponse>(() => {
  if (!isAsked()) return null;
  const { list } = state.value;
  const query = question();
  // The list has bots in it anyway, and says so.
  query.delete('bots');
  const given = { event_type: list.type, state: list.state, cursor: list.after };
  for (const [name, value] of Object.entries(given)) if (value !== null) query.set(name, value);
  query.set('limit', '50');
  return `/analytics/events?${query}`;
});
