import type { Dimension, PropertyDimension } from '@cvq/contract';
import type { BreakdownGroup, Period, Question } from '@cvq/storage';
import { keptIn } from './reduce-filters.ts';
import { convertedIn, countVisitors, type Deed, type History, valuesOf } from './reduce-history.ts';
import { orNotSet, placesOf } from './reduce-places.ts';

/** The measures of a period by the values of a dimension, in the order of the values. */
export function breakdownIn(
  history: History,
  period: Period,
  dimension: Dimension | PropertyDimension,
  question: Pick<Question, 'bots' | 'filters'>,
): BreakdownGroup[] {
  const { ofDeed, ofConversion, ofSession } = placesOf(dimension, history);
  const { deeds, sales, sessions: started } = keptIn(history, period, question);
  const deedsBy = Map.groupBy(deeds, orNotSet(ofDeed));
  const salesBy = Map.groupBy(sales, orNotSet(ofConversion));
  const sessionsBy = ofSession && Map.groupBy(started, orNotSet(ofSession));
  const values = new Set([...deedsBy.keys(), ...salesBy.keys(), ...(sessionsBy?.keys() ?? [])]);
  return [...values].toSorted().map((value) => {
    const own = deedsBy.get(value) ?? [];
    const sold = salesBy.get(value) ?? [];
    const sessions = sessionsBy?.get(value) ?? [];
    return {
      value,
      visitors: countVisitors(own),
      events: own.length,
      pageviews: own.filter(({ event }) => event.type === 'pageview').length,
      conversions: sold.length,
      values: valuesOf(sold),
      ...(sessionsBy
        ? {
            sessions: sessions.length,
            convertedSessions: sessions.filter(convertedIn(history)).length,
            bounces: sessions.filter(({ bounced }) => bounced).length,
          }
        : { sessions: startedSessionsOf(own), convertedSessions: null, bounces: null }),
    };
  });
}

function startedSessionsOf(deeds: readonly Deed[]): number {
  return new Set(deeds.flatMap(({ session }) => (session?.first ? [session] : []))).size;
}
