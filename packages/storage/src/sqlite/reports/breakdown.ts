import { type Dimension, NOT_SET, PAGEVIEW } from '@cvq/contract';
import type { BreakdownRow, CurrencyTotal, Period, Question } from '../../event-store.ts';
import type { Connection } from '../open-database.ts';
import { ATTRIBUTED_TOUCH, TOUCH_OF_EVENT } from './attribution.ts';
import { CONVERTED_SESSION, COUNTED_EVENTS, COUNTED_SESSION, reportParameters } from './counted-events.ts';
import { DIMENSION_SOURCES } from './dimensions.ts';

/** Some texts say `(not set)` themselves: they and what is missing are one row. */
const NOT_SET_ID = `(SELECT id FROM strings WHERE value = '${NOT_SET}')`;

const OF_EVENT = `
  FROM counted
  LEFT JOIN sessions ON sessions.id = counted.session
  LEFT JOIN touches ON touches.id = ${TOUCH_OF_EVENT}
  LEFT JOIN clients ON clients.id = coalesce(sessions.client, counted.client)`;

const OF_CONVERSION = `
  FROM counted
  LEFT JOIN sessions ON sessions.id = counted.session
  LEFT JOIN touches ON touches.id = ${ATTRIBUTED_TOUCH}
  WHERE conversion = 1`;

const OF_SESSION = `
  FROM sessions
  LEFT JOIN touches ON touches.id = sessions.touch
  LEFT JOIN clients ON clients.id = sessions.client
  WHERE sessions.project = :project AND first_at >= :from AND first_at < :to AND ${COUNTED_SESSION}`;

type Groups<Row> = Map<number | null, Row>;
type EventGroup = Pick<BreakdownRow, 'visitors' | 'events' | 'pageviews' | 'conversions' | 'sessions'>;
type SessionGroup = Pick<BreakdownRow, 'sessions'> & { convertedSessions: number; bounces: number };

/** The measures of a period by the values of a dimension. */
export function breakdown(
  db: Connection,
  question: Question,
  period: Period,
  dimension: Dimension,
): BreakdownRow[] {
  const { scope, sql: found } = DIMENSION_SOURCES[dimension];
  const sql = `coalesce(${found}, ${NOT_SET_ID})`;
  const counted = reportParameters(db, question, period);
  const events = grouped<EventGroup>(db, eventsBy(sql), counted);
  const sessions = scope === 'event' ? null : grouped<SessionGroup>(db, sessionsBy(sql), counted);
  const conversions =
    scope === 'acquisition' ? grouped<{ conversions: number }>(db, conversionsBy(sql), counted) : events;
  const values = valuesBy(
    db,
    valuesSql(sql, scope === 'acquisition' ? OF_CONVERSION : `${OF_EVENT} WHERE conversion = 1`),
    counted,
  );
  const text = db.prepare('SELECT value FROM strings WHERE id = ?').pluck();
  const ids = new Set([...events.keys(), ...(sessions?.keys() ?? []), ...conversions.keys()]);
  return [...ids].map((id) => {
    const own = events.get(id);
    const session = sessions?.get(id);
    return {
      value: id === null ? NOT_SET : (text.get(id) as string),
      visitors: own?.visitors ?? 0,
      events: own?.events ?? 0,
      pageviews: own?.pageviews ?? 0,
      conversions: conversions.get(id)?.conversions ?? 0,
      values: values.get(id) ?? [],
      sessions: sessions === null ? (own?.sessions ?? 0) : (session?.sessions ?? 0),
      convertedSessions: sessions === null ? null : (session?.convertedSessions ?? 0),
      bounces: sessions === null ? null : (session?.bounces ?? 0),
    };
  });
}

function eventsBy(dimension: string): string {
  return `
    WITH ${COUNTED_EVENTS}
    SELECT
      ${dimension} AS id,
      count(*) AS events,
      coalesce(sum(counted.type = (SELECT id FROM strings WHERE value = '${PAGEVIEW}')), 0) AS pageviews,
      coalesce(sum(counted.conversion = 1), 0) AS conversions,
      count(DISTINCT coalesce(sessions.visitor, counted.visitor)) AS visitors,
      count(DISTINCT CASE WHEN sessions.first_at IS NOT NULL THEN counted.session END) AS sessions
    ${OF_EVENT}
    GROUP BY 1`;
}

function conversionsBy(dimension: string): string {
  return `WITH ${COUNTED_EVENTS} SELECT ${dimension} AS id, count(*) AS conversions ${OF_CONVERSION} GROUP BY 1`;
}

function sessionsBy(dimension: string): string {
  return `
    SELECT
      ${dimension} AS id,
      count(*) AS sessions,
      coalesce(sum(${CONVERTED_SESSION}), 0) AS convertedSessions,
      coalesce(sum(pageviews = 1 AND events = 1), 0) AS bounces
    ${OF_SESSION}
    GROUP BY 1`;
}

function valuesSql(dimension: string, from: string): string {
  return `
    WITH ${COUNTED_EVENTS}
    SELECT
      ${dimension} AS id,
      (SELECT value FROM strings WHERE id = counted.currency) AS currency,
      total(amount) AS minor,
      count(*) AS conversions
    ${from} AND amount IS NOT NULL
    GROUP BY 1, 2
    ORDER BY 2`;
}

function grouped<Row>(db: Connection, sql: string, parameters: object): Groups<Row> {
  const rows = db.prepare(sql).all(parameters) as (Row & { id: number | null })[];
  return new Map(rows.map((row) => [row.id, row]));
}

function valuesBy(db: Connection, sql: string, parameters: object): Groups<CurrencyTotal[]> {
  const groups: Groups<CurrencyTotal[]> = new Map();
  const rows = db.prepare(sql).all(parameters) as (CurrencyTotal & { id: number | null })[];
  for (const { id, ...value } of rows) groups.set(id, [...(groups.get(id) ?? []), value]);
  return groups;
}
