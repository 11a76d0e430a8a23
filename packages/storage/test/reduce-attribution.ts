import type { Touch } from '@cvq/storage';
import { actorOf, type Deed, type History } from './reduce-history.ts';
import { byTime, nameOfVisitor, type Session } from './reduce-sessions.ts';

const NINETY_DAYS = 90 * 86_400_000;

/**
 * The touch that a conversion is attributed to: the one that a backend brings with it; else the last session of
 * its visitor that was a touch, up to ninety days before; else how its session came about; else how the event
 * itself did. A backend's conversion without a known visitor of its session is its user's.
 */
export function attributedTouch(deed: Deed, history: History): Touch | null {
  const { event, session } = deed;
  if (event.origin === 'server' && event.touch?.isTouch) return event.touch;
  const people = peopleBehind(deed, history);
  const touched = history.sessions
    .filter(({ visitor }) => visitor !== null && people.has(nameOfVisitor(visitor)))
    .filter(({ touch, botness }) => touch?.isTouch && botness === 0)
    .filter((earlier) => startOf(earlier) <= event.at && event.at - startOf(earlier) <= NINETY_DAYS)
    .toSorted((a, b) => (a.first && b.first ? byTime(a.first, b.first) : 0));
  return touched.at(-1)?.touch ?? (session?.first ? session.touch : event.touch);
}

const startOf = ({ first }: Session): number => first?.at ?? Number.NaN;

function peopleBehind(deed: Deed, { visitorsOfUser }: History): ReadonlySet<string> {
  const { event, session } = deed;
  const people = new Set<string>();
  const actor = actorOf(deed);
  if (actor !== null) people.add(actor);
  if (event.origin === 'server' && event.userId !== null && (session === null || session.visitor === null)) {
    for (const visitor of visitorsOfUser.get(event.userId) ?? []) people.add(visitor);
  }
  return people;
}
