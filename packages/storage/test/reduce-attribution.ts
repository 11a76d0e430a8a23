import { creditOf, type Touch, type Visit } from '@cvq/storage';
import type { Deed, History } from './reduce-history.ts';
import { personOf, personOfSession } from './reduce-persons.ts';
import { byTime, type Session } from './reduce-sessions.ts';

type FoundVisit = Visit & { readonly session: Session; readonly first: NonNullable<Session['first']> };

/**
 * The touch that a conversion is credited to: the rule is the store's own, which has its cases in
 * credit-rule.test.ts and attribution.ts. Here all that it asks for is found the slow way.
 */
export function attributedTouch(deed: Deed, history: History): Touch | null {
  const credit = creditFor(deed, history);
  return credit === 'event' ? deed.event.touch : credit.session.touch;
}

/** The session that a conversion is credited to; null where it brings its touch itself, or there is none. */
export function creditedSession(deed: Deed, history: History): Session | null {
  const credit = creditFor(deed, history);
  return credit === 'event' ? null : credit.session;
}

function creditFor(deed: Deed, history: History): FoundVisit | 'event' {
  const { event, session } = deed;
  return creditOf<string, FoundVisit>(
    {
      at: event.at,
      fromServer: event.origin === 'server',
      isTouch: event.touch?.isTouch ?? false,
      person: personOf(deed, history.users),
      session: session && visitOf(session),
    },
    {
      of: (person) => visitsOf(person, history),
      isLater: (one, other) => byTime(one.first, other.first) > 0,
    },
  );
}

/** The visits of a person that have started, the latest first. */
export function visitsOf(person: string, { sessions, users }: History): FoundVisit[] {
  return sessions
    .filter((session) => personOfSession(session, users) === person)
    .flatMap((session) => visitOf(session) ?? [])
    .toSorted((one, other) => byTime(other.first, one.first));
}

function visitOf(session: Session): FoundVisit | null {
  const { first, touch, botness } = session;
  if (first === null) return null;
  return { session, first, startedAt: first.at, isTouch: touch?.isTouch ?? false, isBots: botness > 0 };
}
