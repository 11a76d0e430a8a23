import { integrityProblems } from './integrity.ts';
import type { Connection } from './open-database.ts';
import { activity } from './reports/activity.ts';
import { breakdown } from './reports/breakdown.ts';
import { storedEvents } from './reports/stored-events.ts';
import { userAgents } from './reports/user-agents.ts';
import { series, totals } from './reports/totals.ts';

/** Every question that the reports thread answers, by name. */
export const reports = {
  totals,
  series,
  breakdown,
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
