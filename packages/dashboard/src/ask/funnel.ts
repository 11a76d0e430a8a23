import type { BreakdownResponse, FunnelResponse } from '@cvq/contract';
import { computed } from '@preact/signals';
import { page, project, state } from '../address/location.ts';
import { stepsOf } from '../figures/funnel-steps.ts';
import { questionOf } from './question-of.ts';
import { watched } from './watched.ts';

const isAsked = () => project.value !== null && page.value === 'funnel';

/** So many rows a funnel is divided into. */
const ROWS = 8;

/** The types that events of the period have, the most frequent first: what steps are picked from. */
export const eventTypes = watched<BreakdownResponse>(() => {
  if (!isAsked()) return null;
  const query = questionOf(project.value ?? '', { ...state.value, compare: 'none', filters: [] });
  query.set('dimension', 'event_type');
  query.set('sort', '-events');
  return `/analytics/breakdown?${query}`;
});

/** The steps of the address, or the usual ones. */
export const steps = computed(() => stepsOf(state.value.funnel.steps, eventTypes.answer.value?.data.rows));

/** Null asks nothing: there is no funnel of one step. */
const path = computed(() => {
  if (!isAsked() || steps.value.length < 2) return null;
  const { scope, days, by } = state.value.funnel;
  const query = questionOf(project.value ?? '', state.value);
  query.set('event_types', steps.value.join(','));
  query.set('scope', scope);
  query.set('window_days', String(days));
  if (by !== null) {
    query.set('dimension', by);
    query.set('limit', String(ROWS));
  }
  return `/analytics/funnel?${query}`;
});

/** How far people got, now and before. */
export const funnel = watched<FunnelResponse>(() => path.value);
