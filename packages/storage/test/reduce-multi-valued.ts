import type { MultiValuedDimension } from '@cvq/contract';
import type { BreakdownGroup, Period, Question, SeenPage } from '@cvq/storage';
import { keptIn, valuesOfSessions } from './reduce-filters.ts';
import { deedsIn, type History, sum } from './reduce-history.ts';
import { byTime, type Session } from './reduce-sessions.ts';
import { totalsIn } from './reduce-totals.ts';

type Asked = Pick<Question, 'bots' | 'filters' | 'persons'>;

/**
 * The measures of a period by what sessions have several values of, in the order of the values: of each, the totals
 * filtered by it.
 */
export function multiValuedBreakdownIn(
  history: History,
  period: Period,
  dimension: MultiValuedDimension,
  question: Asked,
): BreakdownGroup[] {
  const found = valuesOfSessions(history, dimension, { span: period, bots: question.bots });
  const { deeds, sales, sessions } = keptIn(history, period, question);
  const values = new Set([
    ...[...deeds, ...sales].flatMap((deed) =>
      deed.session?.first ? found.of(deed.session) : found.among([deed]),
    ),
    ...sessions.flatMap(found.of),
  ]);
  return [...values].toSorted().map((value) => {
    const filters = [...(question.filters ?? []), { dimension, operator: 'is', values: [value] } as const];
    const {
      sessionPageviews: _,
      sessionDurationMs: __,
      ...row
    } = totalsIn(history, period, { ...question, filters });
    const kept = keptIn(history, period, { ...question, filters });
    const seen = dimension === 'seen_page' && {
      seen: seenIn(history, kept.sessions, { value, period, ...question }),
    };
    return { value, ...row, ...seen };
  });
}

type OfPage = Asked & { readonly value: string; readonly period: Period };

function seenIn(history: History, sessions: readonly Session[], { value, period, bots }: OfPage): SeenPage {
  const times = sessions.flatMap((session) => {
    const events = deedsIn(history, period, { bots })
      .filter((deed) => deed.session === session && deed.event.origin !== 'server')
      .map(({ event }) => event)
      .toSorted(byTime);
    return events.flatMap((event, index) => {
      if (event.type !== 'pageview' || (event.page?.path ?? '(not set)') !== value) return [];
      const later = events.slice(index + 1);
      const left = later.find(({ type }) => type === 'pageview') ?? later.at(-1);
      return left === undefined || left.at === event.at ? [] : [left.at - event.at];
    });
  });
  return {
    exits: sessions.filter(({ exitPath }) => (exitPath ?? '(not set)') === value).length,
    viewMs: sum(times),
    timedViews: times.length,
  };
}
