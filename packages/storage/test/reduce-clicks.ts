import type { EventRecord, ForwardedClick } from '@cvq/storage';
import type { Deed, History } from './reduce-history.ts';
import { personOf, personOfSession } from './reduce-persons.ts';
import { byTime, type Session } from './reduce-sessions.ts';

const NINETY_DAYS = 90 * 86_400_000;

type Told = { readonly history: History; readonly report: EventRecord | undefined };

/** The clicks that an ad platform is told of, found the slow way. `report`: the browser's, behind a backend's sale. */
export function forwardedClicks(deed: Deed, { history, report }: Told): ForwardedClick[] {
  const { event, session } = deed;
  const person = personOf(deed, history.users);
  const visits = history.sessions.filter(
    (visit) => visit === session || personOfSession(visit, history.users) === person,
  );
  const seen = [
    ...clicksIn(event),
    ...[...(report ? [report] : []), ...namedBy(session)].flatMap(clicksIn),
    ...visits
      .filter(({ botness }) => botness === 0)
      .flatMap(({ first }) => (first ? pageClicksOf(first) : [])),
  ].filter(({ at }) => at <= event.at && at >= event.at - NINETY_DAYS);
  const firsts = [...Map.groupBy(seen, ({ name, value }) => `${name} ${value}`).values()].map((all) =>
    all.reduce((one, other) => (other.at < one.at ? other : one)),
  );
  return [...Map.groupBy(firsts, ({ name }) => name).values()].flatMap((all) =>
    all.toSorted((one, other) => other.at - one.at || (other.value < one.value ? -1 : 1)).slice(0, 1),
  );
}

/** The last page of a session, its first, and its first event. */
function namedBy(session: Session | null): EventRecord[] {
  if (session === null) return [];
  const seen = session.events.filter(({ origin }) => origin === 'browser').toSorted(byTime);
  const pages = seen.filter(({ type }) => type === 'pageview');
  return [pages.at(-1), pages[0], seen[0]].filter((event) => event !== undefined);
}

function pageClicksOf({ at, clickIds }: EventRecord): ForwardedClick[] {
  return Object.entries(clickIds ?? {}).map(([name, value]) => ({ name, value, at }));
}

function clicksIn(event: EventRecord): ForwardedClick[] {
  const kept = Object.entries(event.facts.clicks ?? {});
  return [
    ...pageClicksOf(event),
    ...kept.map(([name, { value, at }]) => ({ name, value, at: at ?? event.at })),
  ];
}
