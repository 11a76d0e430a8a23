import { type Annotation, type Conversion, DashboardOverview, ReportQuery } from '@cvq/contract';
import { annotationJson } from '../../read/annotation-json.ts';
import { askStore } from '../../read/ask-store.ts';
import { conversionsWithDeliveries } from '../../read/deliveries/conversions-with-deliveries.ts';
import { integrationsOf } from '../../read/deliveries/standing.ts';
import { livePeriod } from '../../read/live-period.ts';
import { definePeriodOperation, type OperationDeps } from '../../read/operation.ts';
import { type AskedBreakdown, type AskedReport, answerReport } from '../../read/report/answer-report.ts';

const LATEST = 6;
/** Sources among which a sentence finds the one that sent the most, and the one that grew. */
const SOURCES = 8;

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
    const [{ sources, data, meta }, conversions, visitors, annotations] = await Promise.all([
      reportWithSources(asked, deps),
      latestConversions(asked, deps),
      liveVisitors(asked, deps),
      annotationsOf(asked, deps),
    ]);
    return { data: { ...data, sources, conversions, live: { visitors }, annotations }, meta };
  },
});

/**
 * The report, and the sources that sent the most visitors: a part more of its question where it tells other rows of
 * them, or none.
 */
async function reportWithSources(asked: AskedReport, deps: OperationDeps) {
  const { breakdown = [], measure = 'visitors' } = asked.args;
  const place = breakdown.findIndex(
    ({ dimension, rows = 0 }) => measure === 'visitors' && dimension === 'source' && rows >= SOURCES,
  );
  const own: AskedBreakdown[] = place < 0 ? [{ dimension: 'source', rows: SOURCES, by: 'visitors' }] : [];
  const args = { ...asked.args, breakdown: [...breakdown, ...own] };
  const { data, meta } = await answerReport({ ...asked, args }, deps);
  const { rows = [] } = data.breakdowns.at(place) ?? {};
  const sources = rows.slice(0, SOURCES).map(({ value, now, before }) => ({
    source: value,
    now: now.visitors,
    before: data.totals.before && (before?.visitors ?? 0),
  }));
  return { sources, data: { ...data, breakdowns: data.breakdowns.slice(0, breakdown.length) }, meta };
}

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
