import type { Period, Question, Totals } from '@cvq/storage';
import { keptIn } from './reduce-filters.ts';
import { addUpValues, convertedIn, countVisitors, type History, sum, valuesOf } from './reduce-history.ts';

/**
 * The measures of a period, computed the slow way from the rules: the truth that every store is held to.
 * It knows no index, no dictionary and no running sum.
 */
export function totalsIn(
  history: History,
  period: Period,
  question: Pick<Question, 'bots' | 'filters' | 'persons'>,
  span = period,
): Totals {
  const { deeds, sales, sessions } = keptIn(history, period, question, span);
  return {
    visitors: countVisitors(deeds, history, question),
    events: deeds.length,
    pageviews: deeds.filter(({ event }) => event.type === 'pageview').length,
    conversions: sales.length,
    values: valuesOf(sales),
    sessions: sessions.length,
    convertedSessions: sessions.filter(convertedIn(history)).length,
    bounces: sessions.filter((session) => session.bounced).length,
    sessionPageviews: sum(sessions.map((session) => session.pageviews)),
    sessionDurationMs: sum(sessions.map((session) => session.durationMs)),
  };
}

/** Totals of neighbouring periods as those of their whole. Visitors are not additive. */
export function addUp(parts: readonly Totals[]): Omit<Totals, 'visitors'> {
  const add = (measure: (totals: Totals) => number) => sum(parts.map(measure));
  return {
    events: add((totals) => totals.events),
    pageviews: add((totals) => totals.pageviews),
    conversions: add((totals) => totals.conversions),
    values: addUpValues(parts.flatMap((totals) => totals.values)),
    sessions: add((totals) => totals.sessions),
    convertedSessions: add((totals) => totals.convertedSessions),
    bounces: add((totals) => totals.bounces),
    sessionPageviews: add((totals) => totals.sessionPageviews),
    sessionDurationMs: add((totals) => totals.sessionDurationMs),
  };
}
