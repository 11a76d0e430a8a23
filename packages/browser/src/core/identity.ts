import { SESSION_IDLE_MS, SESSION_MAX_MS } from '@cvq/contract/constants';
import { bornAt, newId } from './id.ts';
import { keep, recall } from './storage.ts';

const RECORD = 'cvq';

/** Who is here: the browser, its visit, and the customer's own name for the person. */
export type Identity = [visitor: string, session: string, user: string | null];

/** A session continues at exactly 30 minutes. The distance is absolute, since a clock may be set back. */
function continues(session: unknown, lastActive: unknown, at: number): boolean {
  return Math.abs(at - (lastActive as number)) <= SESSION_IDLE_MS && at - bornAt(session) <= SESSION_MAX_MS;
}

/** The identity at a moment. Only an event counts as activity and keeps the session alive, a question does not. */
export function identityAt(at: number, isActivity?: boolean): Identity {
  // Concatenation takes a record of any shape: what an older version or somebody else kept is no reason to throw.
  const [visitor, session, user, lastActive] = ([] as unknown[]).concat(recall(RECORD));
  const isKnown = bornAt(visitor) > 0;
  const isSameVisit = continues(session, lastActive, at);
  const identity: Identity = [
    isKnown ? (visitor as string) : newId(at),
    isSameVisit ? (session as string) : newId(at),
    (user as string) || null,
  ];
  if (isActivity || !isKnown || !isSameVisit) keep(RECORD, [...identity, at]);
  return identity;
}

/** Changes who is here: a user id to set or clear, or a visitor and session that came from another domain. */
export function changeIdentity(change: (identity: Identity) => Identity): void {
  const now = Date.now();
  keep(RECORD, [...change(identityAt(now)), now]);
}
