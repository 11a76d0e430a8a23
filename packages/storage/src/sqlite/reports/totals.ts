import { PAGEVIEW } from '@cvq/contract';
import type { CurrencyTotal, Period, Question, Totals } from '../../event-store.ts';
import type { Connection } from '../open-database.ts';
import {
  CONVERTED_SESSION,
  COUNTED_EVENTS,
  COUNTED_SESSION,
  type ReportParameters,
  reportParameters,
} from './counted-events.ts';

const EVENTS = `
  WITH ${COUNTED_EVENTS}
  SELECT
    count(*) AS events,
    coalesce(sum(type = (SELECT id FROM strings WHERE value = '${PAGEVIEW}')), 0) AS pageviews,
    coalesce(sum(conversion = 1), 0) AS conversions,
    count(DISTINCT coalesce((SELECT visitor FROM sessions WHERE id = counted.session), visitor)) AS visitors
  FROM counted`;

/** `total` and not `sum`, which fails where the amounts of strangers add up past the largest integer. */
const VALUES = `
  WITH ${COUNTED_EVENTS}
  SELECT strings.value AS currency, total(amount) AS minor, count(*) AS conversions
  FROM counted JOIN strings ON strings.id = counted.currency
  WHERE conversion = 1 AND amount IS NOT NULL
  GROUP BY strings.value
  ORDER BY strings.value`;

const SESSIONS = `
  SELECT
    count(*) AS sessions,
    coalesce(sum(${CONVERTED_SESSION}), 0) AS convertedSessions,
    coalesce(sum(pageviews = 1 AND events = 1), 0) AS bounces,
    coalesce(sum(pageviews), 0) AS sessionPageviews,
    coalesce(sum(last_at - first_at), 0) AS sessionDurationMs
  FROM sessions
  WHERE project = :project AND first_at >= :from AND first_at < :to AND ${COUNTED_SESSION}`;

/** The measures of one period. */
export function totals(db: Connection, question: Question, period: Period): Totals {
  return totalsOf(db, reportParameters(db, question, period));
}

/** The measures of each bucket between neighbouring edges. */
export function series(db: Connection, question: Question, edges: readonly number[]): Totals[] {
  return edges.slice(1).map((to, index) => totals(db, question, { from: edges[index] as number, to }));
}

function totalsOf(db: Connection, parameters: ReportParameters): Totals {
  const events = db.prepare(EVENTS).get(parameters) as EventTotals;
  const sessions = db.prepare(SESSIONS).get(parameters) as SessionTotals;
  const values = db.prepare(VALUES).all(parameters) as CurrencyTotal[];
  return { ...events, ...sessions, values };
}

type EventTotals = Pick<Totals, 'events' | 'pageviews' | 'conversions' | 'visitors'>;
type SessionTotals = Pick<
  Totals,
  'sessions' | 'convertedSessions' | 'bounces' | 'sessionPageviews' | 'sessionDurationMs'
>;
