import type { Filter, MultiValuedDimension } from '@cvq/contract';
import type { Period, Question } from '@cvq/storage';
import { type Deed, deedsIn, type History, sessionsIn } from './reduce-history.ts';
import { orNotSet, placesOf } from './reduce-places.ts';
import type { Session } from './reduce-sessions.ts';

export type Kept = {
  readonly deeds: readonly Deed[];
  readonly sales: readonly Deed[];
  readonly sessions: readonly Session[];
};

type Asked = Pick<Question, 'bots' | 'filters'>;
/** The texts that a filter is tried with: any of them may fulfil it. */
type Values<Item> = ((item: Item) => readonly string[]) | null;
type Condition = {
  readonly filter: Filter;
  readonly ofDeed: Values<Deed>;
  readonly ofConversion: Values<Deed>;
  readonly ofSession: Values<Session>;
};

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
  const conditions = filters.map((filter) => conditionOf(filter, history, { span, bots }));
  const all = <Item>(item: Item, valuesOf: (condition: Condition) => Values<Item>) =>
    conditions.every((condition) => {
      const values = valuesOf(condition);
      return values === null || fulfils(condition.filter, values(item));
    });
  const isKept = (deed: Deed) => all(deed, ({ ofDeed }) => ofDeed);
  const onEvents = conditions.some(({ ofSession }) => ofSession === null);
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

type During = Pick<Question, 'bots'> & { readonly span: Period };

function conditionOf(filter: Filter, history: History, during: During): Condition {
  const { dimension } = filter;
  if (dimension === 'seen_page' || dimension === 'did_event') {
    const values = valuesOfSessions(history, dimension, during);
    const ofDeed = (deed: Deed) => (deed.session?.first ? values.of(deed.session) : values.among([deed]));
    return { filter, ofDeed, ofConversion: ofDeed, ofSession: values.of };
  }
  const places = placesOf(dimension, history);
  const one =
    <Item>(place: (item: Item) => string | null) =>
    (item: Item) => [orNotSet(place)(item)];
  return {
    filter,
    ofDeed: one(places.ofDeed),
    ofConversion: one(places.ofConversion),
    ofSession: places.ofSession && one(places.ofSession),
  };
}

/** What the events of each session within a span have as values. */
export function valuesOfSessions(
  history: History,
  dimension: MultiValuedDimension,
  { span, bots }: During,
): { of(session: Session): readonly string[]; among(deeds: readonly Deed[]): readonly string[] } {
  const bySession = Map.groupBy(deedsIn(history, span, { bots }), ({ session }) => session);
  const among = (deeds: readonly Deed[]) => {
    const values = deeds.flatMap(({ event }) => {
      if (dimension === 'did_event') return event.type;
      return event.type === 'pageview' ? (event.page?.path ?? '(not set)') : [];
    });
    return values.length === 0 ? ['(not set)'] : [...new Set(values)];
  };
  return { of: (session) => among(bySession.get(session) ?? []), among };
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

function fulfils({ operator, values }: Filter, texts: readonly string[]): boolean {
  const isAny = (fits: (text: string) => boolean) => texts.some(fits);
  const holds = (text: string) => values.some((value) => text.toLowerCase().includes(value.toLowerCase()));
  switch (operator) {
    case 'is':
      return isAny((text) => values.includes(text));
    case 'is_not':
      return !isAny((text) => values.includes(text));
    case 'contains':
      return isAny(holds);
    case 'contains_not':
      return !isAny(holds);
    case 'gt':
      return isAny((text) => isNumber(text) && Number(text) > Number(values[0]));
    case 'lt':
      return isAny((text) => isNumber(text) && Number(text) < Number(values[0]));
    case 'is_set':
      return isAny((text) => text !== '(not set)');
    case 'not_set':
      return !isAny((text) => text !== '(not set)');
  }
}
