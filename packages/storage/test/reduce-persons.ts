import type { EventRecord, Question } from '@cvq/storage';
import { nameOfVisitor, namesUser, type Session } from './reduce-sessions.ts';

/** By the name of a visitor, the users that it was identified as. */
export type UsersOfVisitors = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * A browser's event identifies its visitor, a backend's the visitor of the session that it names. What a foreign host
 * or a local page says of who somebody is counts as little as its events.
 */
export function usersOfVisitors(
  events: readonly EventRecord[],
  sessionNamed: (id: string) => Session | undefined,
): UsersOfVisitors {
  const found = new Map<string, Set<string>>();
  for (const event of events.filter(namesUser)) {
    const { origin, visitor, sessionId, userId } = event;
    const identified = origin === 'browser' ? visitor : sessionNamed(sessionId ?? '')?.visitor;
    if (!identified) continue;
    const name = nameOfVisitor(identified);
    found.set(name, (found.get(name) ?? new Set()).add(userId as string));
  }
  return found;
}

type Acting = {
  readonly event: Pick<EventRecord, 'userId' | 'visitor'>;
  readonly session: Pick<Session, 'visitor'> | null;
};

/** The user that an event names, else the one user that its visitor was identified as, else the visitor. */
export function personOf({ event, session }: Acting, users: UsersOfVisitors): string | null {
  const visitor = session?.visitor ?? event.visitor;
  const name = visitor && nameOfVisitor(visitor);
  return behind(name, event.userId, users);
}

/** A session is that of the user whom it names first, as an event is. */
export function personOfSession({ visitor, user }: Session, users: UsersOfVisitors): string | null {
  return behind(visitor && nameOfVisitor(visitor), user, users);
}

function behind(visitor: string | null, named: string | null, users: UsersOfVisitors): string | null {
  const known = [...(users.get(visitor ?? '') ?? [])];
  const user = named ?? (known.length === 1 ? (known[0] as string) : null);
  return user === null ? visitor : JSON.stringify(['person', user]);
}

/** Who is counted: persons, or visitors where the question turns persons off. */
export function whoCounts(users: UsersOfVisitors, { persons = 'on' }: Pick<Question, 'persons'>) {
  return (acting: Acting) =>
    persons === 'on'
      ? personOf(acting, users)
      : personOf({ ...acting, event: { ...acting.event, userId: null } }, new Map());
}
