import { SESSION_IDLE_MS, SESSION_MAX_MS, VISITOR_RECORD } from '@cvq/contract/constants';
import { bornAt, isId, newId } from './id.ts';
import { now } from './now.ts';
import { noteActivity, readStored, store, VISIT_RECORD } from './storage.ts';
import { userIdOf } from './user-id-of.ts';

/** True for a visitor whom no earlier page knew. */
export let isNewcomer = false;

/** Who is here: the browser, its visit, and the customer's own name for the person. */
export type Identity = [visitor: string, session: string, user: string | null];

/** A session continues at exactly 30 minutes. The distance is absolute, since a clock may be set back. */
function continues(session: unknown, lastActive: unknown, at: number): boolean {
  return (
    isId(session) &&
    Math.abs(at - (lastActive as number)) <= SESSION_IDLE_MS &&
    at - bornAt(session) <= SESSION_MAX_MS
  );
}

/** A record as a list: what an older version or somebody else kept is no reason to throw. */
function listOf(record: unknown): unknown[] {
  return ([] as unknown[]).concat(record ?? []);
}

/** The identity at a moment. Only an event counts as activity and keeps the session alive, a question does not. */
export function identityAt(at: number, isActivity?: boolean): Identity {
  const [visitor, ...earlier] = listOf(readStored(VISITOR_RECORD));
  const visit = listOf(readStored(VISIT_RECORD));
  const [session, user, lastActive] = visit.length ? visit : earlier;
  const isKnown = isId(visitor);
  if (!visitor) isNewcomer = true;
  const isSameVisit = isKnown && continues(session, lastActive, at);
  const identity: Identity = [
    isKnown ? (visitor as string) : newId(at),
    isSameVisit ? (session as string) : newId(at),
    isKnown ? userIdOf(user) : null,
  ];
  if (!isSameVisit || earlier.length) storeIdentity(identity, at);
  else if (isActivity) noteActivity(identity[1], at);
  return identity;
}

function storeVisit([, session, user]: Identity, at: number): void {
  store(VISIT_RECORD, [session, user, at]);
}

function storeIdentity(identity: Identity, at: number): void {
  store(VISITOR_RECORD, [identity[0]]);
  storeVisit(identity, at);
}

/** Changes who is here: a user id to set or clear, or a visitor and session that came from another domain. */
export function changeIdentity(change: (identity: Identity) => Identity): void {
  const at = now();
  const before = identityAt(at);
  const after = change(before);
  if (after[0] !== before[0]) storeIdentity(after, at);
  else storeVisit(after, at);
}
