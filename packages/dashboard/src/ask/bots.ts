import type { BotsResponse } from '@cvq/contract';
import { computed } from '@preact/signals';
import { page, project, state } from '../address/location.ts';
import { questionOf } from './question-of.ts';
import { watched } from './watched.ts';

const BREAKDOWNS = ['category:5', 'name:12', 'reason:12', 'page:12'];

const path = computed(() => {
  if (project.value === null || page.value !== 'bots') return null;
  const { granularity, bot } = state.value;
  const query = questionOf(project.value, { ...state.value, compare: 'none', bots: 'excluded' });
  if (granularity !== null) query.set('granularity', granularity);
  for (const breakdown of BREAKDOWNS) query.append('breakdown', breakdown);
  for (const [name, value] of Object.entries(bot)) if (value !== null) query.set(name, value);
  return `/analytics/bots?${query}`;
});

/** Bots beside people: over time, and by what, who, why and where. */
export const bots = watched<BotsResponse>(() => path.value);
