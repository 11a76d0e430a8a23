import type { DashboardOverview } from '@cvq/contract';
import { computed } from '@preact/signals';
import { page, project, state } from '../address/location.ts';
import { METRICS } from '../figures/metrics.ts';
import { PANELS } from '../figures/panels.ts';
import { questionOf } from './question-of.ts';
import { watched } from './watched.ts';

const question = computed(() => {
  if (project.value === null || page.value !== 'overview') return null;
  const { granularity, metric, tabs } = state.value;
  const query = questionOf(project.value, state.value);
  if (granularity !== null) query.set('granularity', granularity);
  query.set('measure', METRICS[metric].rowsBy);
  for (const { id, rows } of PANELS) query.append('breakdown', `${tabs[id]}:${rows}`);
  return `/overview?${query}`;
});

/** Everything that the Overview shows, in one answer. */
export const overview = watched<DashboardOverview>(() => question.value);

/** What the measure that chooses rows, and the dimensions of panels, stand behind in the question. */
const partsOf = (path: string | null) => path?.split(/&(?=measure|breakdown)/) ?? [];

/**
 * What of the page is asked for anew, as a class: all of it, the rows of its panels, or no more than a panel that tells
 * it itself.
 */
export const staleClass = computed(() => {
  if (!overview.isStale.value) return '';
  const [now, shown] = [partsOf(question.value), partsOf(overview.answered.value)];
  if (now[0] !== shown[0]) return 'stale';
  return now[1] === shown[1] ? '' : 'stale-rows';
});
