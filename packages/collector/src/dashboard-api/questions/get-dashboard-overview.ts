import { type Annotation, type Conversion, DashboardOverview, ReportQuery } from '@cvq/contract';
import { annotationJson } from '../../read/annotation-json.ts';
import { askStore } from '../../read/ask-store.ts';
import { conversionsWithDeliveries } from '../../read/deliveries/conversions-with-deliveries.ts';
import { integrationsOf } from '../../read/deliveries/standing.ts';
import { livePeriod } from '../../read/live-period.ts';
import { definePeriodOperation, type OperationDeps } from '../../read/operation.ts';
import { type AskedReport, answerReport } from '../../read/report/answer-report.ts';

const LATEST = 6;

export const getDashboardOverview = definePeriodOperation({
  name: 'get_dashboard_overview',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/overview',
  summary: 'Everything that the Overview shows',
  description:
    'What get_report answers, with the latest conversions, who is there now, and what was noted of these days.',
  scopes: ['analytics:read', 'conversions:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: ReportQuery,
  response: DashboardOverview,
  example: 'range=30d&compare=previous_period&compare_until=same_moment&breakdown=source:8',
  async run(asked, deps) {
    const [{ data, meta }, conversions, visitors, annotations] = await Promise.all([
      answerReport(asked, deps),
      latestConversions(asked, deps),
      liveVisitors(asked, deps),
      annotationsOf(asked, deps),
    ]);
    return { data: { ...data, conversions, live: { visitors }, annotations }, meta };
  },
});

async function latestConversions(
  { project, question, range, at }: AskedReport,
  { reports, control }: OperationDeps,
): Promise<Conversion[]> {
  const slice = { order: 'newest_first', offset: 0, limit: LATEST } as const;
  const [found, integrations] = await Promise.all([
    askStore(reports.conversions(question, range, slice)),
    integrationsOf(project.id, control),
  ]);
  return conversionsWithDeliveries(found.conversions, { project, integrations, reports, now: at });
}

/** What was noted of the days of the period. */
async function annotationsOf(
  { project, range }: AskedReport,
  { control }: OperationDeps,
): Promise<Annotation[]> {
  const days = { first: range.start.toString(), last: range.end.toString() };
  return (await control.listAnnotations(project.id, days)).map(annotationJson);
}

/** People who were there in the last minutes, whatever the question leaves out of its own figures. */
async function liveVisitors({ question, at }: AskedReport, { reports }: OperationDeps): Promise<number> {
  const anybody = { ...question, bots: 'excluded', filters: [] } as const;
  const { visitors } = await askStore(reports.totals(anybody, livePeriod(at)));
  return visitors;
}
