import type { Operation } from './operation.ts';
import { getBots } from './operations/get-bots.ts';
import { getBreakdown } from './operations/get-breakdown.ts';
import { getConversion } from './operations/get-conversion.ts';
import { getDeliveries } from './operations/get-deliveries.ts';
import { getFunnel } from './operations/get-funnel.ts';
import { getJourney } from './operations/get-journey.ts';
import { getLive } from './operations/get-live.ts';
import { getMe } from './operations/get-me.ts';
import { getOverview } from './operations/get-overview.ts';
import { getProject } from './operations/get-project.ts';
import { getReport } from './operations/get-report.ts';
import { getSpend } from './operations/get-spend.ts';
import { getTimeseries } from './operations/get-timeseries.ts';
import { listAnnotations } from './operations/list-annotations.ts';
import { listConversions } from './operations/list-conversions.ts';
import { listEvents } from './operations/list-events.ts';
import { listProjectFigures } from './operations/list-project-figures.ts';
import { listProjects } from './operations/list-projects.ts';
import { listProperties } from './operations/list-properties.ts';
import { listRefusals } from './operations/list-refusals.ts';
import { listSegments } from './operations/list-segments.ts';
import { retryDelivery } from './operations/retry-delivery.ts';

/** Every operation of the read API. */
export const operations: readonly Operation[] = [
  getMe,
  listProjects,
  getProject,
  listProjectFigures,
  getOverview,
  getTimeseries,
  getBreakdown,
  getReport,
  getFunnel,
  getSpend,
  listEvents,
  listProperties,
  getLive,
  listConversions,
  getConversion,
  getJourney,
  getDeliveries,
  retryDelivery,
  getBots,
  listAnnotations,
  listSegments,
  listRefusals,
];
