import { DAY, HOUR } from '../../../test/builders/event-records.ts';
import { periodOf } from '../questions/period-of.ts';
import { type Filters, FUNNEL_STEPS, type Question } from '../questions/question.ts';
import { isOfEvents } from './columns.ts';
import type { EngineName } from './engines.ts';
import type { Exported } from './export-visits.ts';
import { CUT_AT } from './figures.ts';

/** The statements that ask a question: of the events, and where sessions are counted, of the sessions. */
export type Statements = { readonly events: string; readonly sessions?: string };

const DIALECTS = {
  ClickHouse: {
    distinct: (value: string, condition: string) => `uniqExactIf(${value}, ${condition})`,
    hourOf: (instant: string, from: number) => `intDiv(${instant} - ${from}, ${HOUR})`,
  },
  DuckDB: {
    distinct: (value: string, condition: string) => `count(DISTINCT ${value}) FILTER (WHERE ${condition})`,
    hourOf: (instant: string, from: number) => `(${instant} - ${from}) // ${HOUR}`,
  },
} as const satisfies Readonly<Record<EngineName, unknown>>;

/** What is counted as a visitor: the project says whether it is persons. */
export type Counting = { readonly exported: Exported; readonly counted: 'person' | 'visitor' };

/** The SQL of a question, or null for what only cvq answers: a list of conversions, bots, spend. */
export function sqlOf(
  engine: EngineName,
  question: Question,
  { exported, counted }: Counting,
): Statements | null {
  const number = (column: string, word: string) => (exported.words[column] ?? []).indexOf(word);
  const { distinct, hourOf } = DIALECTS[engine];
  const { from, to } = periodOf(exported.plan, question.days);
  const filters = 'filters' in question ? whereOf(question.filters ?? [], number) : '';
  const events = `FROM events WHERE "at" >= ${from} AND "at" < ${to} AND counts = 1${filters}`;
  const sessions = `FROM sessions WHERE began >= ${from} AND began < ${to}${filters}`;
  const sums = `${distinct(counted, `${counted} > 0`)} AS visitors, count(*) AS events,
    sum(CASE WHEN event_type = ${number('event_type', 'pageview')} THEN 1 ELSE 0 END) AS pageviews,
    sum(conversion) AS conversions,
    sum(CASE WHEN conversion = 1 AND currency = ${number('currency', 'EUR')} THEN minor ELSE 0 END) AS minor`;
  const sessionSums = `count(*) AS sessions, sum(CASE WHEN conversions > 0 THEN 1 ELSE 0 END) AS converted,
    sum(CASE WHEN pageviews = 1 AND events = 1 THEN 1 ELSE 0 END) AS bounces,
    sum(duration) AS duration, sum(pageviews) AS session_pageviews`;
  switch (question.about) {
    case 'overview':
      return { events: `SELECT ${sums} ${events}`, sessions: `SELECT ${sessionSums} ${sessions}` };
    case 'timeseries': {
      const isByDay = question.granularity === 'day';
      const bucket = (instant: string) => (isByDay ? '"day"' : hourOf(instant, from));
      return {
        events: `SELECT ${bucket('"at"')} AS value, ${sums} ${events} GROUP BY 1 ORDER BY 1`,
        sessions: `SELECT ${bucket('began')} AS value, ${sessionSums} ${sessions} GROUP BY 1 ORDER BY 1`,
      };
    }
    case 'breakdown': {
      const column = question.dimension.replace('property:', '');
      const rows = `GROUP BY 1 ORDER BY visitors DESC LIMIT ${CUT_AT}`;
      if (!isOfEvents(question.dimension)) {
        return {
          events: `SELECT ${column} AS value, ${sums} ${events} ${rows}`,
          sessions: `SELECT ${column} AS value, ${sessionSums} ${sessions} GROUP BY 1`,
        };
      }
      const ofRange = distinct('session', `began >= ${from} AND began < ${to}`);
      return { events: `SELECT ${column} AS value, ${sums}, ${ofRange} AS sessions ${events} ${rows}` };
    }
    case 'funnel': {
      const who = question.scope === 'visitor' ? counted : 'session';
      const steps = FUNNEL_STEPS.map((type) => number('event_type', type));
      return { events: FUNNELS[engine]({ who, steps, events, windowMs: question.days * DAY }) };
    }
    default:
      return null;
  }
}

function whereOf(filters: Filters, number: (column: string, word: string) => number): string {
  return filters.map(([dimension, value]) => ` AND ${dimension} = ${number(dimension, value)}`).join('');
}

type FunnelSql = {
  readonly who: string;
  readonly steps: readonly number[];
  readonly events: string;
  readonly windowMs: number;
};

/** Rows of one number: how many took each step. DuckDB has no funnel; its steps are taken as early as they come. */
const FUNNELS: Readonly<Record<EngineName, (funnel: FunnelSql) => string>> = {
  ClickHouse: ({ who, steps, events, windowMs }) => `
    SELECT arrayJoin([${steps.map((_, index) => `countIf(level > ${index})`).join(', ')}]) AS value FROM (
      SELECT windowFunnel(${windowMs})("at", ${steps.map((type) => `event_type = ${type}`).join(', ')}) AS level
      ${events} AND ${who} > 0 GROUP BY ${who})`,
  DuckDB: ({ who, steps, events }) => {
    const tables = steps.map((type, index) => {
      if (index === 0)
        return `step0 AS (SELECT who, min("at") AS "at" FROM taken WHERE event_type = ${type} GROUP BY 1)`;
      const before = `step${index - 1}`;
      return `step${index} AS (SELECT taken.who, min(taken."at") AS "at" FROM taken JOIN ${before} ON ${before}.who = taken.who
        WHERE taken.event_type = ${type} AND taken."at" >= ${before}."at" GROUP BY 1)`;
    });
    const taken = `SELECT ${who} AS who, "at", event_type ${events} AND ${who} > 0 AND event_type IN (${steps.join(', ')})`;
    const counts = steps.map((_, index) => `SELECT ${index} AS step, count(*) AS value FROM step${index}`);
    return `WITH taken AS (${taken}), ${tables.join(', ')}
      SELECT value FROM (${counts.join(' UNION ALL ')}) ORDER BY step`;
  },
};
