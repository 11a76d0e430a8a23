import type { Filter } from '@cvq/contract';
import type { Period, Question } from '@cvq/storage';
import { type Deed, deedsIn, type History, sessionsIn } from './reduce-history.ts';
import { orNotSet, type Places, placesOf } from './reduce-places.ts';
import type { Session } from './reduce-sessions.ts';

export type Kept = {
  readonly deeds: readonly Deed[];
  readonly sales: readonly Deed[];
  readonly sessions: readonly Session[];
};

type Asked = Pick<Question, 'bots' | 'filters'>;

/**
 * What a question keeps of a period. A conversion is judged by the touch that it is attributed to where a filter is
 * on acquisition. A session needs, where there are filters on single events, a kept event within the span that was
 * asked about: of a series, all of its buckets.
 */
export function keptIn(
  history: History,
  period: Period,
  { bots, filters = [] }: Asked,
  span: Period = period,
): Kept {
  const conditions = filters.map((filter) => ({ filter, places: placesOf(filter.dimension, history) }));
  const all = <Item>(item: Item, placeOf: (places: Places) => ((item: Item) => string | null) | null) =>
    conditions.every(({ filter, places }) => {
      const place = placeOf(places);
      return place === null || fulfils(filter, orNotSet(place)(item));
    });
  const isKept = (deed: Deed) => all(deed, ({ ofDeed }) => ofDeed);
  const onEvents = conditions.some(({ places }) => places.ofSession === null);
  const visited = new Set(
    deedsIn(history, span, { bots })
      .filter(isKept)
      .map(({ session }) => session),
  );
  const deeds = deedsIn(history, period, { bots });
  return {
    deeds: deeds.filter(isKept),
    sales: deeds
      .filter(({ converts }) => converts)
      .filter((deed) => all(deed, ({ ofConversion }) => ofConversion)),
    sessions: sessionsIn(history, period, { bots })
      .filter((session) => all(session, ({ ofSession }) => ofSession))
      .filter((session) => !onEvents || visited.has(session)),
  };
}

function fulfils({ operator, values }: Filter, text: string): boolean {
  if (operator === 'is') return values.includes(text);
  if (operator === 'is_not') return !values.includes(text);
  return values.some((value) => text.toLowerCase().includes(value.toLowerCase()));
}
