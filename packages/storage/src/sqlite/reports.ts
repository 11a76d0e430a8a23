import { integrityProblems } from './integrity.ts';
import type { Connection } from './open-database.ts';
import { activity } from './reports/activity.ts';
import { bots } from './reports/bots.ts';
import { breakdown } from './reports/breakdown.ts';
import { conversion, conversions } from './reports/stored-conversions.ts';
import { storedEvents } from './reports/stored-events.ts';
import { series, totals } from './reports/totals.ts';
import { userAgents } from './reports/user-agents.ts';

/** Every question that the reports thread answers, by name. */
export const reports = {
  totals,
  series,
  breakdown,
  conversions,
  conversion,
  bots,
  activity,
  storedEvents,
  userAgents,
  integrityProblems,
} as const;

type Reports = typeof reports;
export type ReportName = keyof Reports;
export type Report<Name extends ReportName> = Reports[Name] extends (
  db: Connection,
  ...rest: infer Rest
) => infer Answer
  ? { ask: Rest; answer: Answer }
  : never;
