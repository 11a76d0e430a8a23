import { isAllCompacted } from './compaction/is-all-compacted.ts';
import { projectKeys } from './compaction/project-keys.ts';
import { activity } from './reports/activity.ts';
import { botTraffic } from './reports/bots/bot-traffic.ts';
import { bots } from './reports/bots/bots.ts';
import { breakdown } from './reports/breakdown/breakdown.ts';
import { campaigns } from './reports/campaigns.ts';
import { firstEvent } from './reports/first-event.ts';
import { funnel } from './reports/funnel/funnel.ts';
import { funnelValues } from './reports/funnel/funnel-values.ts';
import { adDeliveries, conversionDeliveries } from './reports/lists/ad-deliveries.ts';
import { adDeliveryCounts } from './reports/lists/ad-delivery-counts.ts';
import { journey } from './reports/lists/journey.ts';
import { conversions } from './reports/lists/listed-conversions.ts';
import { events } from './reports/lists/listed-events.ts';
import { series, totals } from './reports/measures/totals.ts';
import { overview } from './reports/overview.ts';
import { properties } from './reports/properties.ts';
import type { ReportContext } from './reports/report-run.ts';
import { conversion } from './reports/stored/stored-conversions.ts';
import { userAgents } from './reports/user-agents.ts';

/** Every question that a reader answers, by name. */
export const reports = {
  totals,
  series,
  breakdown,
  campaigns,
  overview,
  funnel,
  funnelValues,
  conversions,
  events,
  properties,
  conversion,
  journey,
  adDeliveries,
  adDeliveryCounts,
  conversionDeliveries,
  bots,
  botTraffic,
  activity: ({ db }: ReportContext, ...ask: Tail<typeof activity>) => activity(db, ...ask),
  firstEvent: ({ db }: ReportContext, ...ask: Tail<typeof firstEvent>) => firstEvent(db, ...ask),
  userAgents,
  isAllCompacted: ({ db }: ReportContext, ...ask: Tail<typeof isAllCompacted>) => isAllCompacted(db, ...ask),
  projects: ({ db }: ReportContext) => projectKeys(db),
} as const;

type Tail<Report> = Report extends (db: never, ...rest: infer Rest) => unknown ? Rest : never;
type Reports = typeof reports;
export type ReportName = keyof Reports;
export type Report<Name extends ReportName> = Reports[Name] extends (
  context: ReportContext,
  ...rest: infer Rest
) => infer Answer
  ? { asked: Rest; answer: Answer }
  : never;
