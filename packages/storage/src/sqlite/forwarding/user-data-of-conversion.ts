import type { EventId } from '@cvq/contract';
import { USER_DATA_MS } from '@cvq/contract/constants';
import type { SaidUserData } from '../../ad-delivery-store.ts';
import type { StoredUserData } from '../../user-data-store.ts';
import type { Row } from '../archive/row-block.ts';
import { storedRowsOf } from '../archive/stored-rows.ts';
import type { CreditedEvent } from '../credit.ts';
import type { Connection } from '../open-database.ts';
import { BOT, consentOf } from '../row-codes.ts';
import { answersOfVisitIn } from './answers-of-visit.ts';
import { saidInVisitIn } from './said-in-visit.ts';

type Sale = {
  readonly id: EventId;
  /** The browser's report of its order, which a backend's sale has its session of. */
  readonly report: EventId | null;
  readonly credited: CreditedEvent;
};
type Kept = StoredUserData & EventId;
type Asked = {
  readonly project: number;
  /** The session that the conversion is part of. */
  readonly session: number | null;
  readonly now: number;
  /** The events whose user data is the conversion's own. */
  readonly own: readonly EventId[];
  /** The user whom one of these names. */
  readonly named: number | null;
};
/** The session of a conversion, with the users that it, or its visitor, was identified as: more than two are two. */
type OwnVisit = { readonly session: Row; readonly users: readonly number[] };

/** Of a session, and of a user, so many are looked at, the newest first: who says something anew says all of it. */
const MOST_OF_SESSION = 10;
const MOST_OF_USER = 5;

const SELECT = `SELECT ms, suffix, sealed, received_at + ${USER_DATA_MS} AS purgeAt FROM user_data`;
const OF_EVENT = `${SELECT} WHERE project = ? AND ms = ? AND suffix = ? AND purgeAt > ?`;
const newestOf = (column: 'session' | 'user', atMost: number) => `
  ${SELECT} INDEXED BY user_data_by_${column}
  WHERE ${column} = ? AND project = ? AND purgeAt > ? ORDER BY ms DESC, suffix DESC LIMIT ${atMost}`;

const USERS = `
  SELECT user FROM identifications WHERE visitor = :visitor
  UNION SELECT user FROM identifications WHERE session = :session AND session <> 0 LIMIT 2`;

/**
 * Finds the user data that goes with a conversion, the nearest first: its own, that of the browser's report of its order,
 * what was said in its session, and what was said of its user. What is further away is looked for only when it is asked
 * for. To be used within a transaction.
 */
export function userDataOfConversionIn(db: Connection): (sale: Sale, now: number) => Iterable<SaidUserData> {
  const reader = new UserDataOfConversion(db);
  return (sale, now) => reader.of(sale, now);
}

class UserDataOfConversion {
  readonly #rows: ReturnType<typeof storedRowsOf>;
  readonly #answersOf: ReturnType<typeof answersOfVisitIn>;
  readonly #saidInVisit: ReturnType<typeof saidInVisitIn>;
  readonly #ofEvent;
  readonly #ofSession;
  readonly #ofUser;
  readonly #users;

  constructor(db: Connection) {
    this.#rows = storedRowsOf(db);
    this.#answersOf = answersOfVisitIn(db);
    this.#saidInVisit = saidInVisitIn(db);
    this.#ofEvent = db.prepare(OF_EVENT);
    this.#ofSession = db.prepare(newestOf('session', MOST_OF_SESSION));
    this.#ofUser = db.prepare(newestOf('user', MOST_OF_USER));
    this.#users = db.prepare(USERS).pluck();
  }

  *of({ id, report, credited }: Sale, now: number): Iterable<SaidUserData> {
    const { project, session } = credited;
    const own = report === null ? [id] : [id, report];
    for (const { ms, suffix } of own) {
      const kept = this.#ofEvent.get(project, ms, suffix, now) as Kept | undefined;
      if (kept !== undefined) yield said(kept, null);
    }
    const ofReport = report === null ? null : this.#rows.event(project, report)?.user;
    const asked = { project, session, now, own, named: credited.user ?? (ofReport as number | null) ?? null };
    yield* this.#saidInSession(asked);
    yield* this.#saidElsewhere(asked);
  }

  /** What was said in the conversion's own session, the newest first. An event may be a bot's by now. */
  *#saidInSession({ project, session, now, own, named }: Asked): Iterable<SaidUserData> {
    const others = (session === null ? [] : (this.#ofSession.all(session, project, now) as Kept[])).filter(
      (kept) => !isAmong(own, kept),
    );
    const visit = others.length === 0 || session === null ? null : this.#visitOf(session);
    if (visit === null) return;
    const found = others.flatMap((kept) => {
      const event = this.#rows.event(project, kept);
      const isOfVisit = event !== undefined && event.session === session && event.bot === BOT.none;
      return isOfVisit && isOfSame(event.user as number | null, named, visit) ? [{ kept, event }] : [];
    });
    found.sort((one, other) => (other.event.at as number) - (one.event.at as number));
    for (const { kept } of found) yield said(kept, null);
  }

  /** What was said of the conversion's user in other sessions, or in none. */
  *#saidElsewhere({ project, session, now, own, named }: Asked): Iterable<SaidUserData> {
    const user = named ?? soleUserOf(session === null ? null : this.#visitOf(session));
    if (user === null) return;
    for (const kept of this.#ofUser.all(user, project, now) as Kept[]) {
      const event = isAmong(own, kept) ? undefined : this.#rows.event(project, kept);
      if (event === undefined || event.user !== user) continue;
      if (session !== null && event.session === session) continue;
      const other = this.#otherVisit(event);
      if (other !== null) yield said(kept, other);
    }
  }

  #visitOf(id: number): OwnVisit | null {
    const session = this.#rows.session(id);
    if (session === undefined) return null;
    const users = this.#users.all({ visitor: session.visitor ?? null, session: id }) as number[];
    return { session, users };
  }

  /** What was said of privacy where something was said of a user; null where that was a bot. */
  #otherVisit(event: Row): SaidUserData['visit'] {
    const session = event.session === null ? undefined : this.#rows.session(event.session as number);
    if (event.bot !== BOT.none || (session?.bot ?? BOT.none) !== BOT.none) return null;
    const own = {
      at: event.at as number,
      consent: consentOf((event.consent as number | null) ?? null),
      gpc: event.gpc === 1,
    };
    const client = event.client as number;
    if (session?.first_at == null) return this.#saidInVisit(client, [own]);
    const from = session.first_at as number;
    const to = (session.last_at ?? from) as number;
    const visit = { project: event.project as number, session: session.id as number, from, to };
    return this.#saidInVisit(client, [own, ...this.#answersOf(visit)]);
  }
}

function isAmong(ids: readonly EventId[], { ms, suffix }: EventId): boolean {
  return ids.some((id) => id.ms === ms && id.suffix === suffix);
}

function said({ sealed, purgeAt }: Kept, visit: SaidUserData['visit']): SaidUserData {
  return { sealed, purgeAt, visit };
}

/** Whom a session, and its visitor, was identified as where that is one alone. */
function soleUserOf(visit: OwnVisit | null): number | null {
  const [user, another] = visit?.users ?? [];
  return user !== undefined && another === undefined && visit?.session.user === user ? user : null;
}

/**
 * Whether what an event of a session says may go with a conversion of that session: each names a user or nobody. What names
 * nobody belongs to whom the visitor was identified as, and to nobody known where these are several.
 */
function isOfSame(said: number | null, named: number | null, visit: OwnVisit): boolean {
  if (said !== null) return said === (named ?? soleUserOf(visit));
  if (named !== null) return visit.users.every((user) => user === named);
  return visit.session.user == null || visit.users.length < 2;
}
