import type { Dimension, Filter, PropertyDimension } from '@cvq/contract';
import type { BreakdownGroup, Period, Question } from '@cvq/storage';
import { keptIn } from './reduce-filters.ts';
import type { History } from './reduce-history.ts';
import { orNotSet, placesOf } from './reduce-places.ts';
import { totalsIn } from './reduce-totals.ts';

type AnyDimension = Dimension | PropertyDimension;

/** The measures of a period by the values of a dimension, in the order of the values: of each, the totals filtered by it. */
export function breakdownIn(
  history: History,
  period: Period,
  dimension: AnyDimension,
  question: Pick<Question, 'bots' | 'filters' | 'persons'>,
): BreakdownGroup[] {
  const { ofDeed, ofConversion, ofSession } = placesOf(dimension, history);
  const { deeds, sales, sessions } = keptIn(history, period, question);
  const values = new Set([
    ...deeds.map(orNotSet(ofDeed)),
    ...sales.map(orNotSet(ofConversion)),
    ...(ofSession === null ? [] : sessions.map(orNotSet(ofSession))),
  ]);
  return [...values].toSorted().map((value) => {
    const {
      sessionPageviews: _,
      sessionDurationMs: __,
      ...row
    } = totalsIn(history, period, {
      ...question,
      filters: [...(question.filters ?? []), filterOfRow(dimension, value)],
    });
    return { value, ...row, ...(ofSession === null && { convertedSessions: null, bounces: null }) };
  });
}

/** What keeps a row of a breakdown and nothing else. */
export const filterOfRow = (dimension: AnyDimension, value: string): Filter => ({
  dimension,
  operator: 'is',
  values: [value],
});
