import type { Operation } from './operation.ts';
import { getBreakdown } from './operations/get-breakdown.ts';
import { getOverview } from './operations/get-overview.ts';
import { getProject } from './operations/get-project.ts';
import { getTimeseries } from './operations/get-timeseries.ts';
import { listProjects } from './operations/list-projects.ts';
import { me } from './operations/me.ts';

/** Every operation of the read API. */
export const operations: readonly Operation[] = [
  me,
  listProjects,
  getProject,
  getOverview,
  getTimeseries,
  getBreakdown,
];
