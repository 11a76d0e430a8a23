import type { DashboardOverview } from '@cvq/contract';
import { page, project, state } from '../address/location.ts';
import { METRICS } from '../figures/metrics.ts';
import { PANELS } from '../figures/panels.ts';
import { questionOf } from './question-of.ts';
import { watched } from './watched.ts';

/** Everything that the Overview shows, in one answer. */
export const overview = watched<DashboardOverview>(() => {
  if (project.value === null || page.value !== 'overview') return null;
  const { granularity, metric, tabs } = state.value;
  const query = questionOf(project.value, state.value);
  if (granularity !== null) query.set('granularity', granularity);
  query.set('measure', METRICS[metric].rowsBy);
  for (const { id, rows } of PANELS) query.append('breakdown', `${tabs[id]}:${rows}`);
  return `/overview?${query}`;
});
