import { creditOf, type Touch, type Visit } from '@cvq/storage';
import type { Deed, History } from './reduce-history.ts';
import { byTime, nameOfVisitor, type Session } from './reduce-sessions.ts';

type FoundVisit = Visit & { readonly session: Session; readonly first: NonNullable<Session['first']> };

/**
 * The touch that a conversion is credited to: the rule is the store's own, which has its cases in
 * credit-rule.test.ts and attribution.ts. Here all that it asks for is found the slow way.
 */
export function attributedTouch({ event, session }: Deed, history: History): Touch | null {
  const visitor = event.visitor && nameOfVisitor(event.visitor);
  const credit = creditOf<string, FoundVisit>(
    {
      at: event.at,
      fromServer: event.origin === 'server',
      isTouch: event.touch?.isTouch ?? false,
      visitor,
      session: session && {
        visitor: session.visitor && nameOfVisitor(session.visitor),
        hasStarted: session.first !== null,
      },
      linkedVisitors: () => [...(history.visitorsOfUser.get(event.userId ?? '') ?? [])],
    },
    {
      of: (person) => visitsOf(person, history),
      isLater: (one, other) => byTime(one.first, other.first) > 0,
    },
  );
  if (credit === 'event') return event.touch;
  return credit === 'session' ? (session?.touch ?? null) : credit.session.touch;
}

function visitsOf(person: string, { sessions }: History): FoundVisit[] {
  return sessions
    .flatMap((session) => {
      const { first, visitor, touch, botness } = session;
      if (first === null || visitor === null || nameOfVisitor(visitor) !== person) return [];
      return [{ session, first, startedAt: first.at, isTouch: touch?.isTouch ?? false, isBots: botness > 0 }];
    })
    .toSorted((one, other) => byTime(other.first, one.first));
}
